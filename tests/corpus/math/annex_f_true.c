// expect: TRUE
// why: results that Annex F of C fixes; the compiled run asks the system's library

#include <math.h>

extern void __VERIFIER_assert(int);

#define SAME(x, y) __VERIFIER_assert((x) == (y) && !signbit(x) == !signbit(y))
#define NAN_(x) __VERIFIER_assert(isnan(x))
#define ODD(of) SAME(of(0.0), 0.0); SAME(of(-0.0), -0.0); SAME(of##f(-0.0f), -0.0f); SAME(of##l(-0.0L), -0.0L); NAN_(of(NAN))
#define ONE(of) SAME(of(0.0), 1.0); SAME(of(-0.0), 1.0); SAME(of##f(0.0f), 1.0f); SAME(of##l(-0.0L), 1.0L); NAN_(of(NAN))

int main(void)
{
    double inf = INFINITY;
    ODD(sin); ODD(tan); ODD(asin); ODD(atan); ODD(sinh); ODD(tanh); ODD(asinh); ODD(atanh);
    ODD(expm1); ODD(log1p); ODD(cbrt); ODD(erf);
    ONE(cos); ONE(cosh); ONE(exp); ONE(exp2);
    NAN_(sin(inf)); NAN_(cos(-inf)); NAN_(tan(inf));
    NAN_(asin(1.5)); NAN_(acos(-1.5)); SAME(acos(1.0), 0.0);
    SAME(sinh(-inf), -inf); SAME(asinh(inf), inf); SAME(cbrt(-inf), -inf);
    SAME(tanh(-inf), -1.0); SAME(erf(inf), 1.0); SAME(cosh(-inf), inf);
    SAME(acosh(1.0), 0.0); NAN_(acosh(0.5)); NAN_(acosh(-inf)); SAME(acosh(inf), inf);
    SAME(atanh(-1.0), -inf); NAN_(atanh(2.0));
    SAME(exp(-inf), 0.0); SAME(exp2(inf), inf); SAME(expm1(-inf), -1.0); SAME(expm1(inf), inf);
    SAME(log(1.0), 0.0); SAME(log2(1.0), 0.0); SAME(log10(1.0), 0.0);
    SAME(log(0.0), -inf); SAME(log(-0.0), -inf); NAN_(log10(-1.0)); SAME(log2(inf), inf);
    SAME(log1p(-1.0), -inf); NAN_(log1p(-2.0)); SAME(log1p(inf), inf);
    SAME(erfc(-inf), 2.0); SAME(erfc(inf), 0.0);
    SAME(tgamma(0.0), inf); SAME(tgamma(-0.0), -inf); NAN_(tgamma(-inf)); SAME(tgamma(inf), inf);
    SAME(lgamma(1.0), 0.0); SAME(lgamma(2.0), 0.0); SAME(lgamma(0.0), inf); SAME(lgamma(-inf), inf);
    SAME(atan2(0.0, 0.0), 0.0); SAME(atan2(-0.0, 0.0), -0.0); SAME(atan2(-0.0, 3.0), -0.0);
    SAME(atan2(5.0, inf), 0.0); SAME(atan2(-5.0, inf), -0.0); NAN_(atan2(NAN, 0.0)); NAN_(atan2(0.0, NAN));
    SAME(pow(3.5, 0.0), 1.0); SAME(pow(-inf, -0.0), 1.0); SAME(pow(1.0, inf), 1.0);
    SAME(pow(0.0, 2.5), 0.0); SAME(pow(0.0, -3.0), inf); SAME(pow(inf, -3.0), 0.0); SAME(pow(inf, 0.5), inf);
    SAME(hypot(-3.0, 0.0), 3.0); SAME(hypot(0.0, -7.5), 7.5); SAME(hypot(-inf, 2.0), inf);
    __VERIFIER_assert(sin(1.0) <= 1.0 && cos(5.0) >= -1.0 && acos(0.3) >= 0.0);
    __VERIFIER_assert(atan2(-2.0, -1.0) < 0.1 && atan2(-2.0, -1.0) > -3.15 && atan(-4.0) > -1.6);
    __VERIFIER_assert(exp(-4.0) >= 0.0 && cosh(2.0) >= 1.0 && !isnan(pow(2.5, 0.5)) && !isnan(tan(7.0)));
    return 0;
}
