// <math.h> as programs see it that look at `errno`: results and errors of the GNU C library for
// arguments outside of the domain, and range errors of functions that are known only roughly.
// Every function is there for each of the floating types. Where neither result nor arguments tell
// for sure whether there is a range error, `__library_perhaps` does: no violation rests on it.

// The exponent from which on numbers are too large.
int __library_exponent@(void) {
    return sizeof(double) == 4 ? 128 : sizeof(double) == 8 ? 1024 : 16384;
}

double __library_no_number@(void) {
    __library_set_errno(33);
    return __builtin_nan@("");
}

double __library_out_of_range@(double result) {
    __library_set_errno(34);
    return result;
}

// Is it a finite number that is not between these bounds?
int __library_is_beyond@(double x, double low, double high) {
    return __builtin_isfinite(x) && !(x >= low && x <= high);
}

double sqrt@(double x) {
    if (x < 0)
        __library_set_errno(33);
    return __builtin_sqrt@(x);
}

double fmod@(double x, double y) {
    if (x == x && y == y && (y == 0 || __builtin_isinf(x)))
        __library_set_errno(33);
    return __builtin_fmod@(x, y);
}

double remainder@(double x, double y) {
    if (x == x && y == y && (y == 0 || __builtin_isinf(x)))
        __library_set_errno(33);
    return __builtin_remainder@(x, y);
}

double drem@(double x, double y) {
    if (x == x && y == y && (y == 0 || __builtin_isinf(x)))
        __library_set_errno(33);
    return __builtin_drem@(x, y);
}

double fdim@(double x, double y) {
    double result = __builtin_fdim@(x, y);
    if (__builtin_isinf(result) && __builtin_isfinite(x) && __builtin_isfinite(y))
        __library_set_errno(34);
    return result;
}

double log@(double x) {
    if (x < 0)
        return __library_no_number@();
    if (x == 0)
        return __library_out_of_range@(-__builtin_inf@());
    return __builtin_log@(x);
}

double log2@(double x) {
    if (x < 0)
        return __library_no_number@();
    if (x == 0)
        return __library_out_of_range@(-__builtin_inf@());
    return __builtin_log2@(x);
}

double log10@(double x) {
    if (x < 0)
        return __library_no_number@();
    if (x == 0)
        return __library_out_of_range@(-__builtin_inf@());
    return __builtin_log10@(x);
}

double log1p@(double x) {
    if (x < -1)
        return __library_no_number@();
    if (x == -1)
        return __library_out_of_range@(-__builtin_inf@());
    return __builtin_log1p@(x);
}

double sin@(double x) {
    if (__builtin_isinf(x))
        return __library_no_number@();
    return __builtin_sin@(x);
}

double cos@(double x) {
    if (__builtin_isinf(x))
        return __library_no_number@();
    return __builtin_cos@(x);
}

double tan@(double x) {
    if (__builtin_isinf(x))
        return __library_no_number@();
    return __builtin_tan@(x);
}

double asin@(double x) {
    if (x < -1 || x > 1)
        return __library_no_number@();
    return __builtin_asin@(x);
}

double acos@(double x) {
    if (x < -1 || x > 1)
        return __library_no_number@();
    return __builtin_acos@(x);
}

double acosh@(double x) {
    if (x < 1)
        return __library_no_number@();
    return __builtin_acosh@(x);
}

double atanh@(double x) {
    if (x < -1 || x > 1)
        return __library_no_number@();
    if (x == 1 || x == -1)
        return __library_out_of_range@(x * __builtin_inf@());
    return __builtin_atanh@(x);
}

double atan2@(double y, double x) {
    if (y != 0 && y == y && x > 0 && __builtin_isfinite(x) && __builtin_isfinite(y)
        && !(y >= 1 || y <= -1 || x <= 1) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_atan2@(y, x);
}

double sinh@(double x) {
    double limit = __library_exponent@();
    if (x > limit * 0.75 && __builtin_isfinite(x))
        return __library_out_of_range@(__builtin_inf@());
    if (x < limit * -0.75 && __builtin_isfinite(x))
        return __library_out_of_range@(-__builtin_inf@());
    if (__library_is_beyond@(x, limit * -0.69, limit * 0.69) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_sinh@(x);
}

double cosh@(double x) {
    double limit = __library_exponent@();
    if (x > limit * 0.75 && __builtin_isfinite(x))
        return __library_out_of_range@(__builtin_inf@());
    if (x < limit * -0.75 && __builtin_isfinite(x))
        return __library_out_of_range@(__builtin_inf@());
    if (__library_is_beyond@(x, limit * -0.69, limit * 0.69) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_cosh@(x);
}

double exp@(double x) {
    double limit = __library_exponent@();
    if (x > limit * 0.695 && __builtin_isfinite(x))
        return __library_out_of_range@(__builtin_inf@());
    if (x < limit * -0.85 && __builtin_isfinite(x))
        return __library_out_of_range@(0);
    if (__library_is_beyond@(x, limit * -0.69, limit * 0.69) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_exp@(x);
}

double exp2@(double x) {
    double limit = __library_exponent@();
    if (x > limit && __builtin_isfinite(x))
        return __library_out_of_range@(__builtin_inf@());
    if (x < limit * -1.2 && __builtin_isfinite(x))
        return __library_out_of_range@(0);
    if (__library_is_beyond@(x, 2 - limit, limit - 1) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_exp2@(x);
}

double exp10@(double x) {
    double limit = __library_exponent@();
    if (x > limit * 0.31 && __builtin_isfinite(x))
        return __library_out_of_range@(__builtin_inf@());
    if (x < limit * -0.37 && __builtin_isfinite(x))
        return __library_out_of_range@(0);
    if (__library_is_beyond@(x, limit * -0.29, limit * 0.3) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_exp10@(x);
}

double expm1@(double x) {
    double limit = __library_exponent@();
    if (x > limit * 0.695 && __builtin_isfinite(x))
        return __library_out_of_range@(__builtin_inf@());
    if (__library_is_beyond@(x, -__builtin_inf@(), limit * 0.69) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_expm1@(x);
}

// Bases and exponents of everyday size are far from any range error.
double pow@(double x, double y) {
    if (!__builtin_isfinite(x) || !__builtin_isfinite(y))
        return __builtin_pow@(x, y);
    if (x < 0 && __builtin_trunc@(y) != y)
        return __library_no_number@();
    double low = (double) 1 / 1024;
    double most = (double) (__library_exponent@() / 11);
    int small = y >= -most && y <= most;
    int moderate = (x >= low && x <= 1024) || (x <= -low && x >= -1024);
    if (x == 0) {
        if (y < 0)
            __library_set_errno(34);
    } else if (!(small && moderate) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_pow@(x, y);
}

double hypot@(double x, double y) {
    double half = 1;
    for (int i = 0; i < 6; i++)
        half = half * 1024;
    int small = x >= -half && x <= half && y >= -half && y <= half;
    if (__builtin_isfinite(x) && __builtin_isfinite(y) && !small && __library_perhaps())
        __library_set_errno(34);
    return __builtin_hypot@(x, y);
}

double erfc@(double x) {
    if (x > 120 && __builtin_isfinite(x))
        return __library_out_of_range@(0);
    if (__library_is_beyond@(x, -__builtin_inf@(), 9) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_erfc@(x);
}

double tgamma@(double x) {
    if (x == 0)
        return __library_out_of_range@(1 / x);
    if (x < 0 && __builtin_trunc@(x) == x)
        return __library_no_number@();
    double most = sizeof(double) == 4 ? 34 : sizeof(double) == 8 ? 170 : 1750;
    if (__builtin_isfinite(x) && !(x >= 1 && x <= most) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_tgamma@(x);
}

double lgamma@(double x) {
    if (x <= 0 && __builtin_isfinite(x) && __builtin_trunc@(x) == x)
        return __library_out_of_range@(__builtin_inf@());
    if (x > 1000000 && __builtin_isfinite(x) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_lgamma@(x);
}

double gamma@(double x) {
    if (x <= 0 && __builtin_isfinite(x) && __builtin_trunc@(x) == x)
        return __library_out_of_range@(__builtin_inf@());
    if (x > 1000000 && __builtin_isfinite(x) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_gamma@(x);
}

double j1@(double x) {
    if (x != 0 && __builtin_isfinite(x) && __library_perhaps())
        __library_set_errno(34);
    return __builtin_j1@(x);
}

double y0@(double x) {
    if (x < 0)
        return __library_no_number@();
    if (x == 0)
        return __library_out_of_range@(-__builtin_inf@());
    return __builtin_y0@(x);
}

double y1@(double x) {
    if (x < 0)
        return __library_no_number@();
    if (x == 0)
        return __library_out_of_range@(-__builtin_inf@());
    if (x < 1 && __library_perhaps())
        __library_set_errno(34);
    return __builtin_y1@(x);
}
