// expect: UNKNOWN: attribute `optimize`
// native: skip
// why: an option of the compiler that changes what arithmetic means, for one function

extern void __VERIFIER_assert(int);

__attribute__((optimize("fast-math"))) static int is_number(double x)
{
    return x == x;
}

int main(void)
{
    double zero = 0;
    __VERIFIER_assert(!is_number(zero / zero));
    return 0;
}
