// <stdio.h>: formatted output to memory. Where a format is a string literal, the lowering
// (lower/format.rs) calls the functions of digits.c for its parts, one after the other;
// __library_format is for all others.

// `%n` stores how many characters there were so far.
void __library_store_count(void *to, int size, long long count) {
    if (size == 2)
        *(long long *) to = count;
    else if (size == 1)
        *(long *) to = (long) count;
    else if (size == 0)
        *(int *) to = (int) count;
    else if (size == -1)
        *(short *) to = (short) count;
    else
        *(signed char *) to = (signed char) count;
}

// The characters of all of a format; their number. Lengths are -2 for `hh`, -1 for `h`, 1 for `l` and
// 2 for `ll`.
__library_size __library_format(char *s, __library_size room, const char *format,
                                __builtin_va_list list) {
    __library_size at = 0;
    for (__library_size i = 0; format[i] != 0; i++) {
        int flags = 0, width = 0, precision = -1, size = 0;
        char c = format[i];
        if (c != '%') {
            at = __library_put(s, room, at, c);
            continue;
        }
        for (c = format[++i];; c = format[++i]) {
            if (c == '-')
                flags |= 1;
            else if (c == '+')
                flags |= 2;
            else if (c == ' ')
                flags |= 4;
            else if (c == '#')
                flags |= 8;
            else if (c == '0')
                flags |= 16;
            else
                break;
        }
        if (c == '*') {
            width = __builtin_va_arg(list, int);
            if (width < 0) {
                flags |= 1;
                width = -width;
            }
            c = format[++i];
        } else {
            for (; c >= '0' && c <= '9'; c = format[++i])
                width = width * 10 + (c - '0');
        }
        if (c == '.') {
            c = format[++i];
            if (c == '*') {
                precision = __builtin_va_arg(list, int);
                c = format[++i];
            } else {
                precision = 0;
                for (; c >= '0' && c <= '9'; c = format[++i])
                    precision = precision * 10 + (c - '0');
            }
        }
        if (c == 'h') {
            size = -1;
            c = format[++i];
            if (c == 'h') {
                size = -2;
                c = format[++i];
            }
        } else if (c == 'l' || c == 'z' || c == 't') {
            size = 1;
            c = format[++i];
            if (c == 'l' && format[i - 1] == 'l') {
                size = 2;
                c = format[++i];
            }
        } else if (c == 'j' || c == 'q') {
            size = 2;
            c = format[++i];
        }
        if (c == 'd' || c == 'i') {
            long long value;
            if (size == 2)
                value = __builtin_va_arg(list, long long);
            else if (size == 1)
                value = __builtin_va_arg(list, long);
            else
                value = __builtin_va_arg(list, int);
            if (size == -1)
                value = (short) value;
            if (size == -2)
                value = (signed char) value;
            at = __library_put_signed(s, room, at, value, flags, width, precision);
        } else if (c == 'u' || c == 'x' || c == 'X' || c == 'o') {
            unsigned long long value;
            if (size == 2)
                value = __builtin_va_arg(list, unsigned long long);
            else if (size == 1)
                value = __builtin_va_arg(list, unsigned long);
            else
                value = __builtin_va_arg(list, unsigned);
            if (size == -1)
                value = (unsigned short) value;
            if (size == -2)
                value = (unsigned char) value;
            flags &= ~6;
            if (c == 'X')
                flags |= 32;
            at = __library_put_number(s, room, at, value, 0, c == 'u' ? 10 : c == 'o' ? 8 : 16, flags, width,
                                      precision);
        } else if (c == 'c' && size == 0) {
            int value = __builtin_va_arg(list, int);
            at = __library_put_character(s, room, at, value, flags, width);
        } else if (c == 's' && size == 0) {
            const char *text = __builtin_va_arg(list, const char *);
            at = __library_put_part(s, room, at, text, flags, width, precision);
        } else if (c == 'n') {
            void *to = __builtin_va_arg(list, void *);
            __library_store_count(to, size, (long long) at);
        } else if (c == '%') {
            at = __library_put(s, room, at, '%');
        } else {
            __library_no_model_of_this_conversion_of_printf();
        }
    }
    return at;
}

// The end of a text in a buffer of `n` characters; what the function returns.
int __library_end(char *s, __library_size n, __library_size at) {
    if (n != 0)
        s[at < n - 1 ? at : n - 1] = 0;
    if (at > 2147483647) {
        __library_set_errno(75);
        return -1;
    }
    return (int) at;
}

int vsnprintf(char *s, __library_size n, const char *format, __builtin_va_list list) {
    __library_size at = __library_format(s, n == 0 ? 0 : n - 1, format, list);
    return __library_end(s, n, at);
}

int vsprintf(char *s, const char *format, __builtin_va_list list) {
    __library_size most = (__library_size) -1;
    __library_size at = __library_format(s, most - 1, format, list);
    return __library_end(s, most, at);
}

int snprintf(char *s, __library_size n, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    __library_size at = __library_format(s, n == 0 ? 0 : n - 1, format, list);
    __builtin_va_end(list);
    return __library_end(s, n, at);
}

int sprintf(char *s, const char *format, ...) {
    __builtin_va_list list;
    __library_size most = (__library_size) -1;
    __builtin_va_start(list, format);
    __library_size at = __library_format(s, most - 1, format, list);
    __builtin_va_end(list);
    return __library_end(s, most, at);
}

int vasprintf(char **to, const char *format, __builtin_va_list list) {
    __builtin_va_list copy;
    __builtin_va_copy(copy, list);
    __library_size n = __library_format(0, 0, format, copy);
    __builtin_va_end(copy);
    *to = __builtin_malloc(n + 1);
    __library_format(*to, n, format, list);
    return __library_end(*to, n + 1, n);
}

int asprintf(char **to, const char *format, ...) {
    __builtin_va_list list, again;
    __builtin_va_start(list, format);
    __builtin_va_start(again, format);
    __library_size n = __library_format(0, 0, format, list);
    *to = __builtin_malloc(n + 1);
    __library_format(*to, n, format, again);
    __builtin_va_end(list);
    __builtin_va_end(again);
    return __library_end(*to, n + 1, n);
}
