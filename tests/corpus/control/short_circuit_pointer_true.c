// expect: TRUE
// why: the null test protects the access

extern void __VERIFIER_assert(int);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    int x = 3, *p = __VERIFIER_nondet_bool() ? &x : 0;
    __VERIFIER_assert(!p || *p == 3);
    return 0;
}
