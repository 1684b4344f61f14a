// expect: TRUE
// why: == binds tighter than &

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assert((x & 1 == 0) == 0);
    return 0;
}
