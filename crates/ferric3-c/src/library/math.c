// <math.h>: what is made of the functions that are modelled exactly. In the default rounding mode,
// for each of the floating types.

long lround@(double x) {
    return (long) __builtin_round@(x);
}

long long llround@(double x) {
    return (long long) __builtin_round@(x);
}

long lrint@(double x) {
    return (long) __builtin_rint@(x);
}

long long llrint@(double x) {
    return (long long) __builtin_rint@(x);
}

double modf@(double x, double *integral) {
    double whole = __builtin_trunc@(x);
    *integral = whole;
    return __builtin_copysign@(whole == x ? (double) 0 : x - whole, x);
}

double nan@(const char *payload) {
    (void) payload;
    return (double) 0 / (double) 0;
}
