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

// The exponent of 1, as it is stored.
int __library_bias@(void) {
    return sizeof(double) == 4 ? 127 : sizeof(double) == 8 ? 1023 : 16383;
}

// The exponent of a number, as it is stored.
int __library_stored_exponent@(double x) {
    union { double number; unsigned words[4]; } view;
    view.number = x;
    if (sizeof(double) == 4)
        return (int) (view.words[0] >> 23 & 255);
    if (sizeof(double) == 8)
        return (int) (view.words[1] >> 20 & 2047);
    return (int) (view.words[2] & 32767);
}

// The number with another exponent.
double __library_with_exponent@(double x, int exponent) {
    union { double number; unsigned words[4]; } view;
    view.number = x;
    if (sizeof(double) == 4)
        view.words[0] = (view.words[0] & 0x807fffff) | (unsigned) exponent << 23;
    else if (sizeof(double) == 8)
        view.words[1] = (view.words[1] & 0x800fffff) | (unsigned) exponent << 20;
    else
        view.words[2] = (view.words[2] & 0x8000) | (unsigned) exponent;
    return view.number;
}

// The parts of a number that is neither 0 nor infinite.
double __library_parts@(double x, int *exponent) {
    int shift = 0;
    if (__library_stored_exponent@(x) == 0) {
        shift = 70;
        x *= (double) 0x1p70;
    }
    *exponent = __library_stored_exponent@(x) - __library_bias@() + 1 - shift;
    return __library_with_exponent@(x, __library_bias@() - 1);
}

double frexp@(double x, int *exponent) {
    *exponent = 0;
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    return __library_parts@(x, exponent);
}

double __library_power@(int n) {
    return __library_with_exponent@(1, n + __library_bias@());
}

// Only the last product is rounded: before it, numbers that get small keep enough distance from
// those that have fewer digits.
double __library_scaled@(double x, int n) {
    int bias = __library_bias@();
    int step = bias - 1 - (sizeof(double) == 4 ? 24 : sizeof(double) == 8 ? 53 : 64);
    for (int i = 0; i < 2; i++) {
        if (n > bias) {
            x *= __library_power@(bias);
            n -= bias;
        } else if (n < 1 - bias) {
            x *= __library_power@(-step);
            n += step;
        }
    }
    if (n > bias)
        n = bias;
    if (n < 1 - bias)
        n = 1 - bias;
    return x * __library_power@(n);
}

double ldexp@(double x, int n) {
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    double result = __library_scaled@(x, n);
    if (result == 0 || !__builtin_isfinite(result))
        __library_set_errno(34);
    return result;
}

double scalbn@(double x, int n) {
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    double result = __library_scaled@(x, n);
    if (result == 0 || !__builtin_isfinite(result))
        __library_set_errno(34);
    return result;
}

double scalbln@(double x, long n) {
    if (x == 0 || !__builtin_isfinite(x))
        return x;
    double result = __library_scaled@(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int) n);
    if (result == 0 || !__builtin_isfinite(result))
        __library_set_errno(34);
    return result;
}

int ilogb@(double x) {
    int exponent;
    if (x == 0 || !__builtin_isfinite(x)) {
        __library_set_errno(33);
        return __builtin_isinf(x) ? 2147483647 : -2147483647 - 1;
    }
    __library_parts@(x, &exponent);
    return exponent - 1;
}

double logb@(double x) {
    int exponent;
    if (x == 0) {
        __library_perhaps_set_errno(34);
        return -__builtin_inf@();
    }
    if (!__builtin_isfinite(x))
        return x * x;
    __library_parts@(x, &exponent);
    return (double) (exponent - 1);
}

double nextafter@(double x, double y) {
    union { double number; unsigned word; unsigned long long digits; unsigned short exponents[5]; } view;
    if (x != x || y != y)
        return x + y;
    if (x == y)
        return y;
    view.number = x;
    int away = (x < y) == (x > 0);
    if (x == 0) {
        view.number = __builtin_copysign@((double) 0, y);
        away = 1;
    }
    if (sizeof(double) == 4) {
        view.word += away ? 1 : -1;
    } else if (sizeof(double) == 8) {
        view.digits += away ? 1 : -1;
    } else if (away) {
        view.digits++;
        if (view.digits == 0) {
            view.digits = 1ull << 63;
            view.exponents[4]++;
        } else if (view.digits == 1ull << 63 && (view.exponents[4] & 32767) == 0) {
            view.exponents[4]++;
        }
    } else {
        view.digits--;
        if (view.digits == (1ull << 63) - 1 && (view.exponents[4] & 32767) != 0) {
            view.exponents[4]--;
            if ((view.exponents[4] & 32767) != 0)
                view.digits = ~0ull;
        }
    }
    int out_of_range = !__builtin_isfinite(view.number) || __library_stored_exponent@(view.number) == 0;
    if (out_of_range && x == 0)
        __library_perhaps_set_errno(34);
    else if (out_of_range && __builtin_isfinite(x))
        __library_set_errno(34);
    return view.number;
}

// A number that is known, only not here.
double __library_known_real@(void);

// The decimal number at the start of a text. With few digits, it is one correctly rounded product or
// quotient of numbers that are exact; all others are known only roughly.
double __library_real@(const char *s, char **end) {
    unsigned long long most = sizeof(double) == 4 ? 1ull << 24 : sizeof(double) == 8 ? 1ull << 53 : ~0ull;
    int most_power = sizeof(double) == 4 ? 10 : sizeof(double) == 8 ? 22 : 27;
    unsigned long long value = 0;
    int negative = 0, digits = 0, zeros = 0, places = 0, point = 0, lost = 0, power = 0;
    __library_size i = 0;
    if (end != 0)
        *end = (char *) s;
    while (s[i] == ' ' || (s[i] >= 9 && s[i] <= 13))
        i++;
    if (s[i] == '+' || s[i] == '-') {
        negative = s[i] == '-';
        i++;
    }
    if ((s[i] | 32) == 'i' || (s[i] | 32) == 'n')
        __library_no_model_of_words_for_numbers();
    if (s[i] == '0' && (s[i + 1] | 32) == 'x')
        __library_no_model_of_hexadecimal_floating_point_numbers();
    for (;; i++) {
        if (s[i] == '.' && !point) {
            point = 1;
            continue;
        }
        if (s[i] < '0' || s[i] > '9')
            break;
        digits = 1;
        places += point;
        zeros++;
        if (s[i] == '0')
            continue;
        for (; zeros > 0; zeros--) {
            lost |= value > ~0ull / 10 - 1;
            value *= 10;
        }
        value += (unsigned long long) (s[i] - '0');
    }
    if (!digits)
        return 0;
    if ((s[i] | 32) == 'e') {
        __library_size k = s[i + 1] == '+' || s[i + 1] == '-' ? i + 2 : i + 1;
        int below = s[i + 1] == '-';
        while (s[k] >= '0' && s[k] <= '9') {
            if (power < 100000)
                power = power * 10 + (s[k] - '0');
            k++;
            i = k;
        }
        if (below)
            power = -power;
    }
    if (end != 0)
        *end = (char *) (s + i);
    power += zeros - places;
    if (value == 0)
        return negative ? -(double) 0 : (double) 0;
    if (lost || value > most || power > most_power || power < -most_power) {
        __library_perhaps_set_errno(34);
        return __library_known_real@();
    }
    double number = (double) value, factor = 1;
    for (int k = power < 0 ? power : -power; k < 0; k++)
        factor *= 10;
    number = power < 0 ? number / factor : number * factor;
    return negative ? -number : number;
}
