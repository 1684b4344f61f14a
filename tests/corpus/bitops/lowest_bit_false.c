// expect: FALSE
// why: there is none in 0

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (1)
        __VERIFIER_assert((x & (x - 1)) < x);
    return 0;
}
