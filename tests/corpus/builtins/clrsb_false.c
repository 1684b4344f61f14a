// expect: FALSE
// why: copies of the sign bit are counted, and the sign itself is not

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int copies = __builtin_clrsb(n);
    if (n >= -8 && n < 8)
        __VERIFIER_assert(copies > 28);
    __VERIFIER_assert(__builtin_clrsb(0) == 31 && __builtin_clrsbll(-1) == 63);
    __VERIFIER_assert(copies >= 0 && copies < 32);
    return 0;
}
