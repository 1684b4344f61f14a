// expect: TRUE
// why: x & (x - 1) clears the lowest bit

extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x)
        __VERIFIER_assert((x & (x - 1)) < x);
    return 0;
}
