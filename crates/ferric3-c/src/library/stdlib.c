// <stdlib.h>: numbers in text, division, searching and sorting.

int __library_digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

// The magnitude of the number at the start of a text, at most `limit` or, for negative numbers,
// `limit_below`; greater ones are cut. Without the latter, they also lose their sign.
unsigned long long __library_number(const char *s, char **end, int base, int *negative, int *cut,
                                    unsigned long long limit, unsigned long long limit_below) {
    __library_size i = 0;
    unsigned long long value = 0;
    int digits = 0;
    *negative = 0;
    *cut = 0;
    if (base < 0 || base == 1 || base > 36) {
        __library_set_errno(22);
        return 0;
    }
    if (end != 0)
        *end = (char *) s;
    while (s[i] == ' ' || (s[i] >= 9 && s[i] <= 13))
        i++;
    if (s[i] == '+' || s[i] == '-') {
        *negative = s[i] == '-';
        i++;
    }
    if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X')
        && __library_digit(s[i + 2]) < 16) {
        i += 2;
        base = 16;
    }
    if (base == 0)
        base = s[i] == '0' ? 8 : 10;
    if (*negative && limit_below != 0)
        limit = limit_below;
    for (;;) {
        int digit = __library_digit(s[i]);
        if (digit >= base)
            break;
        if (value > (limit - (unsigned) digit) / (unsigned) base)
            *cut = 1;
        else
            value = value * (unsigned) base + (unsigned) digit;
        digits = 1;
        i++;
    }
    if (digits && end != 0)
        *end = (char *) (s + i);
    if (!*cut)
        return value;
    if (limit_below == 0)
        *negative = 0;
    return limit;
}

long strtol(const char *s, char **end, int base) {
    int negative, cut;
    unsigned long long most = ~(unsigned long) 0 >> 1;
    unsigned long long value = __library_number(s, end, base, &negative, &cut, most, most + 1);
    if (cut)
        __library_set_errno(34);
    return negative ? (long) ((unsigned long) 0 - (unsigned long) value) : (long) value;
}

long long strtoll(const char *s, char **end, int base) {
    int negative, cut;
    unsigned long long most = ~(unsigned long long) 0 >> 1;
    unsigned long long value = __library_number(s, end, base, &negative, &cut, most, most + 1);
    if (cut)
        __library_set_errno(34);
    return negative ? (long long) ((unsigned long long) 0 - (unsigned long long) value) : (long long) value;
}

unsigned long strtoul(const char *s, char **end, int base) {
    int negative, cut;
    unsigned long long value = __library_number(s, end, base, &negative, &cut, ~(unsigned long) 0, 0);
    if (cut)
        __library_set_errno(34);
    return negative ? (unsigned long) 0 - (unsigned long) value : (unsigned long) value;
}

unsigned long long strtoull(const char *s, char **end, int base) {
    int negative, cut;
    unsigned long long value = __library_number(s, end, base, &negative, &cut, ~(unsigned long long) 0, 0);
    if (cut)
        __library_set_errno(34);
    return negative ? (unsigned long long) 0 - (unsigned long long) value : (unsigned long long) value;
}

double strtod(const char *s, char **end) {
    return __library_real(s, end);
}

float strtof(const char *s, char **end) {
    return __library_realf(s, end);
}

long double strtold(const char *s, char **end) {
    return __library_reall(s, end);
}

__typeof__(strtoimax(0, 0, 0)) strtoimax(const char *s, char **end, int base) {
    int negative, cut;
    unsigned long long most = ~(unsigned long long) 0 >> 1;
    unsigned long long value = __library_number(s, end, base, &negative, &cut, most, most + 1);
    if (cut)
        __library_set_errno(34);
    return negative ? (long long) ((unsigned long long) 0 - value) : (long long) value;
}

__typeof__(strtoumax(0, 0, 0)) strtoumax(const char *s, char **end, int base) {
    int negative, cut;
    unsigned long long value = __library_number(s, end, base, &negative, &cut, ~(unsigned long long) 0, 0);
    if (cut)
        __library_set_errno(34);
    return negative ? (unsigned long long) 0 - value : value;
}

int atoi(const char *s) {
    int negative, cut;
    unsigned long long most = ~(unsigned long) 0 >> 1;
    unsigned long long value = __library_number(s, 0, 10, &negative, &cut, most, most + 1);
    if (cut)
        __library_perhaps_set_errno(34);
    return (int) (negative ? (long) ((unsigned long) 0 - (unsigned long) value) : (long) value);
}

long atol(const char *s) {
    int negative, cut;
    unsigned long long most = ~(unsigned long) 0 >> 1;
    unsigned long long value = __library_number(s, 0, 10, &negative, &cut, most, most + 1);
    if (cut)
        __library_perhaps_set_errno(34);
    return (long) (negative ? (long) ((unsigned long) 0 - (unsigned long) value) : (long) value);
}

long long atoll(const char *s) {
    int negative, cut;
    unsigned long long most = ~(unsigned long long) 0 >> 1;
    unsigned long long value = __library_number(s, 0, 10, &negative, &cut, most, most + 1);
    if (cut)
        __library_perhaps_set_errno(34);
    return (long long) (negative ? (long long) ((unsigned long long) 0 - (unsigned long long) value) : (long long) value);
}

__typeof__(div(0, 1)) div(int numerator, int denominator) {
    __typeof__(div(0, 1)) result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}

__typeof__(ldiv(0, 1)) ldiv(long numerator, long denominator) {
    __typeof__(ldiv(0, 1)) result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}

__typeof__(lldiv(0, 1)) lldiv(long long numerator, long long denominator) {
    __typeof__(lldiv(0, 1)) result;
    result.quot = numerator / denominator;
    result.rem = numerator % denominator;
    return result;
}

void *bsearch(const void *key, const void *base, __library_size n, __library_size size,
              int (*compare)(const void *, const void *)) {
    __library_size low = 0;
    __library_size high = n;
    while (low < high) {
        __library_size middle = (low + high) / 2;
        const char *element = (const char *) base + middle * size;
        int order = compare(key, element);
        if (order < 0)
            high = middle;
        else if (order > 0)
            low = middle + 1;
        else
            return (void *) element;
    }
    return 0;
}

// Insertion sort. The order of elements that compare equal is unspecified; here it stays, as with
// the merge sort of the GNU C library.
void qsort(void *base, __library_size n, __library_size size,
           int (*compare)(const void *, const void *)) {
    char *elements = base;
    for (__library_size i = 1; i < n; i++) {
        for (__library_size j = i; j > 0; j--) {
            char *left = elements + (j - 1) * size;
            char *right = elements + j * size;
            if (compare(left, right) <= 0)
                break;
            for (__library_size k = 0; k < size; k++) {
                char saved = left[k];
                left[k] = right[k];
                right[k] = saved;
            }
        }
    }
}
