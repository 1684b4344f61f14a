// expect: TRUE
// why: __builtin_expect gives its first argument

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (__builtin_expect(x > 0, 1))
        __VERIFIER_assert(x != 0);
    return 0;
}
