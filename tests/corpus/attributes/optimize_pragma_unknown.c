// expect: UNKNOWN: #pragma GCC optimize
// native: skip
// why: an option of the compiler that changes what arithmetic means, from here on

extern void __VERIFIER_assert(int);

#pragma GCC optimize("O2", "fast-math")

int main(void)
{
    double zero = 0;
    double none = zero / zero;
    __VERIFIER_assert(none != none);
    return 0;
}
