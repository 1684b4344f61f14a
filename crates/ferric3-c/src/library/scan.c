// <stdio.h>: formatted input, from streams or (with a negative stream) from a text. Where a format is a
// string literal, the lowering (lower/scan_call.rs) calls these functions for its directives, one after
// the other; __library_scan is for all others.
//
// A *state* is the number of arguments that were stored, or says that the input did not match: then it
// is negative, and nothing more is done.

// How many characters were read: the place in a text.
static __library_size __library_scanned;

// Are there more, whose number is not known?
static unsigned char __library_uncounted;

// Any number, an input.
long long __library_any_number(void);

int __library_scan_next(int stream, const char *text) {
    int c;
    if (stream >= 0)
        c = __library_get(stream);
    else
        c = text[__library_scanned] == 0 ? -1 : (unsigned char) text[__library_scanned];
    if (c >= 0)
        __library_scanned++;
    return c;
}

void __library_scan_back(int stream, int c) {
    if (c < 0)
        return;
    __library_scanned--;
    if (stream >= 0)
        __library_pushed[stream] = (short) (c + 1);
}

int __library_is_blank(int c) {
    return c == ' ' || (c >= 9 && c <= 13);
}

// The next character that is no blank.
int __library_scan_past_blanks(int stream, const char *text) {
    int c;
    do
        c = __library_scan_next(stream, text);
    while (__library_is_blank(c));
    return c;
}

// The input is not what the format asks for.
int __library_scan_mismatch(int state) {
    return -1 - state;
}

// The input has ended.
int __library_scan_end(int state) {
    return state > 0 ? -1 - state : -2147483647 - 1;
}

// The state in the beginning.
int __library_scan_start(void) {
    __library_scanned = 0;
    __library_uncounted = 0;
    return 0;
}

// What the function returns.
int __library_scan_result(int state) {
    if (state >= 0)
        return state;
    return state == -2147483647 - 1 ? -1 : -1 - state;
}

// Lengths are -2 for `hh`, -1 for `h`, 1 for `l` and 2 for `ll`.
int __library_scan_store(int state, void *to, int suppressed, int size, long long value) {
    if (suppressed)
        return state;
    if (size == 2)
        *(long long *) to = value;
    else if (size == 1)
        *(long *) to = (long) value;
    else if (size == 0)
        *(int *) to = (int) value;
    else if (size == -1)
        *(short *) to = (short) value;
    else
        *(signed char *) to = (signed char) value;
    return state + 1;
}

// A decimal number from a stream whose next byte is an input: any number may stand there, and
// something that is no digit behind it.
int __library_scan_fresh(int stream, int state, void *to, int suppressed, int size) {
    int c, kind = __library_next_kind();
    __library_pushed[stream] = 0;
    __library_uncounted = 1;
    if (kind == 2) {
        c = __library_get(stream);
        __library_assume(c < 0);
        return __library_scan_end(state);
    }
    if (kind == 1) {
        c = __library_get(stream);
        __library_assume(c >= 0 && !__library_is_blank(c) && (c < '0' || c > '9'));
        if (c == '+' || c == '-') {
            c = __library_get(stream);
            __library_assume(c < '0' || c > '9');
        }
        if (c >= 0)
            __library_pushed[stream] = (short) (c + 1);
        return __library_scan_mismatch(state);
    }
    state = __library_scan_store(state, to, suppressed, size, __library_any_number());
    __library_perhaps_set_errno(34);
    c = __library_get(stream);
    __library_assume(c < '0' || c > '9');
    if (c >= 0)
        __library_pushed[stream] = (short) (c + 1);
    return state;
}

// A negative width is none. As in the GNU C library, `0x` alone is 0, and the error of a number that is
// too large is taken back if more is asked for behind the end of the input.
int __library_scan_integer(int stream, const char *text, int state, void *to, int suppressed, int size,
                           int width, int base, int is_signed) {
    int c, negative = 0, digits = 0, cut = 0;
    unsigned long long value = 0;
    unsigned long long limit = size == 2 ? ~(unsigned long long) 0 : ~(unsigned long) 0;
    if (state < 0)
        return state;
    if (stream >= 0 && width < 0 && base == 10 && !__library_finished[stream] && !__library_again[stream]
        && (__library_pushed[stream] == 0 || __library_is_blank(__library_pushed[stream] - 1)))
        return __library_scan_fresh(stream, state, to, suppressed, size);
    c = __library_scan_past_blanks(stream, text);
    if (c < 0)
        return __library_scan_end(state);
    if (c == '-' || c == '+') {
        negative = c == '-';
        if (width > 0)
            width--;
        c = __library_scan_next(stream, text);
    }
    if (width != 0 && c == '0') {
        digits = 1;
        if (width > 0)
            width--;
        c = __library_scan_next(stream, text);
        if (width != 0 && (c == 'x' || c == 'X')) {
            if (base == 0)
                base = 16;
            if (base == 16) {
                if (width > 0)
                    width--;
                c = __library_scan_next(stream, text);
            }
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;
    if (is_signed)
        limit = limit / 2 + (unsigned) negative;
    while (c >= 0 && width != 0) {
        int digit = __library_digit((char) c);
        if (digit >= base)
            break;
        if (value > (limit - (unsigned) digit) / (unsigned) base)
            cut = 1;
        else
            value = value * (unsigned) base + (unsigned) digit;
        digits = 1;
        if (width > 0)
            width--;
        c = __library_scan_next(stream, text);
    }
    __library_scan_back(stream, c);
    if (!digits)
        return __library_scan_mismatch(state);
    if (cut) {
        __library_perhaps_set_errno(34);
        value = limit;
        if (!is_signed)
            negative = 0;
    }
    if (negative)
        value = 0 - value;
    return __library_scan_store(state, to, suppressed, size, (long long) value);
}

// So many characters, or those that are left.
int __library_scan_characters(int stream, const char *text, int state, char *to, int suppressed,
                              int width) {
    int c;
    if (state < 0)
        return state;
    c = __library_scan_next(stream, text);
    if (c < 0)
        return __library_scan_end(state);
    for (int i = 0;;) {
        if (!suppressed)
            to[i] = (char) c;
        i++;
        if (i >= width)
            break;
        c = __library_scan_next(stream, text);
        if (c < 0)
            break;
    }
    return state + !suppressed;
}

int __library_scan_word(int stream, const char *text, int state, char *to, int suppressed, int width) {
    int i = 0;
    int c;
    if (state < 0)
        return state;
    c = __library_scan_past_blanks(stream, text);
    if (c < 0)
        return __library_scan_end(state);
    while (c >= 0 && !__library_is_blank(c)) {
        if (!suppressed)
            to[i] = (char) c;
        i++;
        if (i == width)
            break;
        c = __library_scan_next(stream, text);
    }
    if (i != width)
        __library_scan_back(stream, c);
    if (suppressed)
        return state;
    to[i] = 0;
    return state + 1;
}

// Is a character in the set that begins behind `[`?
int __library_is_in_set(const char *set, int c) {
    int inverted = set[0] == '^';
    int i = inverted, found = 0;
    do {
        if (set[i] == 0)
            __library_no_model_of_a_format_that_ends_in_a_set();
        if (set[i + 1] == '-' && set[i + 2] != ']' && set[i + 2] != 0) {
            if ((unsigned char) set[i] > (unsigned char) set[i + 2])
                __library_no_model_of_such_a_range_in_a_format();
            found |= c >= (unsigned char) set[i] && c <= (unsigned char) set[i + 2];
            i += 3;
        } else {
            found |= c == (unsigned char) set[i];
            i++;
        }
    } while (set[i] != ']');
    return found != inverted;
}

int __library_scan_set(int stream, const char *text, int state, char *to, int suppressed, int width,
                       const char *set) {
    int i = 0;
    int c = __library_scan_next(stream, text);
    if (c < 0)
        return __library_scan_end(state);
    while (c >= 0 && __library_is_in_set(set, c)) {
        if (!suppressed)
            to[i] = (char) c;
        i++;
        if (i == width)
            break;
        c = __library_scan_next(stream, text);
    }
    if (i != width)
        __library_scan_back(stream, c);
    if (i == 0)
        return __library_scan_mismatch(state);
    if (suppressed)
        return state;
    to[i] = 0;
    return state + 1;
}

int __library_scan_blanks(int stream, const char *text, int state) {
    if (state < 0)
        return state;
    __library_scan_back(stream, __library_scan_past_blanks(stream, text));
    return state;
}

int __library_scan_character(int stream, const char *text, int state, int wanted) {
    int c;
    if (state < 0)
        return state;
    c = __library_scan_next(stream, text);
    if (c < 0)
        return __library_scan_end(state);
    if (c == wanted)
        return state;
    __library_scan_back(stream, c);
    return __library_scan_mismatch(state);
}

int __library_scan(int stream, const char *text, const char *format, __builtin_va_list list) {
    int state = __library_scan_start();
    for (__library_size i = 0; state >= 0 && format[i] != 0; i++) {
        int suppressed = 0, width = 0, size = 0;
        char c = format[i];
        if (__library_is_blank(c)) {
            state = __library_scan_blanks(stream, text, state);
            continue;
        }
        if (c != '%') {
            state = __library_scan_character(stream, text, state, (unsigned char) c);
            continue;
        }
        c = format[++i];
        if (c == '*') {
            suppressed = 1;
            c = format[++i];
        }
        for (; c >= '0' && c <= '9'; c = format[++i])
            width = width * 10 + (c - '0');
        if (width == 0)
            width = -1;
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
        if (c == 'd' || c == 'i' || c == 'u' || c == 'x' || c == 'X' || c == 'o') {
            void *to = suppressed ? (void *) 0 : __builtin_va_arg(list, void *);
            int base = c == 'i' ? 0 : c == 'o' ? 8 : c == 'd' || c == 'u' ? 10 : 16;
            state = __library_scan_integer(stream, text, state, to, suppressed, size, width, base,
                                           c == 'd' || c == 'i');
        } else if (c == 'c' && size == 0) {
            char *to = suppressed ? (char *) 0 : __builtin_va_arg(list, char *);
            state = __library_scan_characters(stream, text, state, to, suppressed, width);
        } else if (c == 's' && size == 0) {
            char *to = suppressed ? (char *) 0 : __builtin_va_arg(list, char *);
            state = __library_scan_word(stream, text, state, to, suppressed, width);
        } else if (c == '[' && size == 0) {
            char *to = suppressed ? (char *) 0 : __builtin_va_arg(list, char *);
            const char *set = &format[i + 1];
            state = __library_scan_set(stream, text, state, to, suppressed, width, set);
            i++;
            if (format[i] == '^')
                i++;
            for (i++; format[i] != ']'; i++)
                if (format[i] == 0)
                    __library_no_model_of_a_format_that_ends_in_a_set();
        } else if (c == 'n' && !suppressed) {
            void *to = __builtin_va_arg(list, void *);
            if (__library_uncounted)
                __library_no_model_of_a_count_of_characters_behind_a_number();
            __library_scan_store(state, to, 0, size, (long long) __library_scanned);
        } else if (c == '%') {
            __library_scan_blanks(stream, text, state);
            state = __library_scan_character(stream, text, state, '%');
        } else {
            __library_no_model_of_this_conversion_of_scanf();
        }
    }
    return __library_scan_result(state);
}

int vsscanf(const char *text, const char *format, __builtin_va_list list) {
    return __library_scan(-1, text, format, list);
}

int sscanf(const char *text, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int result = __library_scan(-1, text, format, list);
    __builtin_va_end(list);
    return result;
}

int vfscanf(struct _IO_FILE *file, const char *format, __builtin_va_list list) {
    return __library_scan(__library_stream(file), 0, format, list);
}

int fscanf(struct _IO_FILE *file, const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int result = __library_scan(__library_stream(file), 0, format, list);
    __builtin_va_end(list);
    return result;
}

int vscanf(const char *format, __builtin_va_list list) {
    return __library_scan(0, 0, format, list);
}

int scanf(const char *format, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int result = __library_scan(0, 0, format, list);
    __builtin_va_end(list);
    return result;
}
