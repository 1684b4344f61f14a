// <math.h>: what is made of the functions that are modelled exactly. In the default rounding mode.

long lround(double x) {
    return (long) __builtin_round(x);
}

long long llround(double x) {
    return (long long) __builtin_round(x);
}

long lrint(double x) {
    return (long) __builtin_rint(x);
}

long long llrint(double x) {
    return (long long) __builtin_rint(x);
}

double modf(double x, double *integral) {
    double whole = __builtin_trunc(x);
    *integral = whole;
    return __builtin_copysign(whole == x ? (double) 0 : x - whole, x);
}

double nan(const char *payload) {
    (void) payload;
    return (double) 0 / (double) 0;
}

long lroundf(float x) {
    return (long) __builtin_roundf(x);
}

long long llroundf(float x) {
    return (long long) __builtin_roundf(x);
}

long lrintf(float x) {
    return (long) __builtin_rintf(x);
}

long long llrintf(float x) {
    return (long long) __builtin_rintf(x);
}

float modff(float x, float *integral) {
    float whole = __builtin_truncf(x);
    *integral = whole;
    return __builtin_copysignf(whole == x ? (float) 0 : x - whole, x);
}

float nanf(const char *payload) {
    (void) payload;
    return (float) 0 / (float) 0;
}

long lroundl(long double x) {
    return (long) __builtin_roundl(x);
}

long long llroundl(long double x) {
    return (long long) __builtin_roundl(x);
}

long lrintl(long double x) {
    return (long) __builtin_rintl(x);
}

long long llrintl(long double x) {
    return (long long) __builtin_rintl(x);
}

long double modfl(long double x, long double *integral) {
    long double whole = __builtin_truncl(x);
    *integral = whole;
    return __builtin_copysignl(whole == x ? (long double) 0 : x - whole, x);
}

long double nanl(const char *payload) {
    (void) payload;
    return (long double) 0 / (long double) 0;
}
