// expect: FALSE
// why: frexp, ldexp, ilogb, logb and nextafter are exact, also for numbers with few digits

#include <math.h>

extern void __VERIFIER_assert(int);

int main(void)
{
    int e;
    __VERIFIER_assert(frexp(-10.0, &e) == -0.625 && e == 3);
    __VERIFIER_assert(frexp(0.0, &e) == 0 && e == 0);
    __VERIFIER_assert(frexp(0x1p-1074, &e) == 0.5 && e == -1073);
    __VERIFIER_assert(frexpl(3.0L, &e) == 0.75L && e == 2);
    __VERIFIER_assert(ldexp(0.625, 4) == 10);
    __VERIFIER_assert(ldexp(1.5, -1074) == 0x1p-1073);
    __VERIFIER_assert(ldexpf(1, 200) == INFINITY);
    __VERIFIER_assert(scalbn(3, -1) == 1.5);
    __VERIFIER_assert(ilogb(1000.0) == 9);
    __VERIFIER_assert(logbf(0.3f) == -2);
    __VERIFIER_assert(nextafter(1, 2) == 0x1.0000000000001p0);
    __VERIFIER_assert(nextafterf(0, -1) == -0x1p-149f);
    __VERIFIER_assert(nextafterl(1, 0) < 1 && nextafterl(1, 0) > 1 - 0x1p-63L);
    return 0;
}
