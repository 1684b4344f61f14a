// <stdio.h>: what the conversions of `printf` write. Characters go to `s` as long as there is `room`;
// `at` is the number of those so far.
//
// Digits are written without loops and from the first one on: how many there are is the only thing
// that is not known beforehand.

__library_size __library_put(char *s, __library_size room, __library_size at, int c) {
    if (at < room)
        s[at] = (char) c;
    return at + 1;
}

__library_size __library_put_many(char *s, __library_size room, __library_size at, int c, int count) {
    for (; count > 0; count--)
        at = __library_put(s, room, at, c);
    return at;
}

__library_size __library_put_unsigned(char *s, __library_size room, __library_size at, unsigned value) {
    if (value >= 1000000000u)
        at = __library_put(s, room, at, '0' + (int) (value / 1000000000u % 10));
    if (value >= 100000000u)
        at = __library_put(s, room, at, '0' + (int) (value / 100000000u % 10));
    if (value >= 10000000u)
        at = __library_put(s, room, at, '0' + (int) (value / 10000000u % 10));
    if (value >= 1000000u)
        at = __library_put(s, room, at, '0' + (int) (value / 1000000u % 10));
    if (value >= 100000u)
        at = __library_put(s, room, at, '0' + (int) (value / 100000u % 10));
    if (value >= 10000u)
        at = __library_put(s, room, at, '0' + (int) (value / 10000u % 10));
    if (value >= 1000u)
        at = __library_put(s, room, at, '0' + (int) (value / 1000u % 10));
    if (value >= 100u)
        at = __library_put(s, room, at, '0' + (int) (value / 100u % 10));
    if (value >= 10u)
        at = __library_put(s, room, at, '0' + (int) (value / 10u % 10));
    return __library_put(s, room, at, '0' + (int) (value % 10));
}

__library_size __library_put_unsigned_long(char *s, __library_size room, __library_size at,
                                           unsigned long long value) {
    if (value >= 10000000000000000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 10000000000000000000ull % 10));
    if (value >= 1000000000000000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 1000000000000000000ull % 10));
    if (value >= 100000000000000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 100000000000000000ull % 10));
    if (value >= 10000000000000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 10000000000000000ull % 10));
    if (value >= 1000000000000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 1000000000000000ull % 10));
    if (value >= 100000000000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 100000000000000ull % 10));
    if (value >= 10000000000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 10000000000000ull % 10));
    if (value >= 1000000000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 1000000000000ull % 10));
    if (value >= 100000000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 100000000000ull % 10));
    if (value >= 10000000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 10000000000ull % 10));
    if (value >= 1000000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 1000000000ull % 10));
    if (value >= 100000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 100000000ull % 10));
    if (value >= 10000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 10000000ull % 10));
    if (value >= 1000000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 1000000ull % 10));
    if (value >= 100000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 100000ull % 10));
    if (value >= 10000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 10000ull % 10));
    if (value >= 1000ull)
        at = __library_put(s, room, at, '0' + (int) (value / 1000ull % 10));
    if (value >= 100ull)
        at = __library_put(s, room, at, '0' + (int) (value / 100ull % 10));
    if (value >= 10ull)
        at = __library_put(s, room, at, '0' + (int) (value / 10ull % 10));
    return __library_put(s, room, at, '0' + (int) (value % 10));
}

__library_size __library_put_int(char *s, __library_size room, __library_size at, int value) {
    if (value >= 0)
        return __library_put_unsigned(s, room, at, (unsigned) value);
    at = __library_put(s, room, at, '-');
    return __library_put_unsigned(s, room, at, 0 - (unsigned) value);
}

__library_size __library_put_long(char *s, __library_size room, __library_size at, long long value) {
    if (value >= 0)
        return __library_put_unsigned_long(s, room, at, (unsigned long long) value);
    at = __library_put(s, room, at, '-');
    return __library_put_unsigned_long(s, room, at, 0 - (unsigned long long) value);
}

// `a` is the letter for ten, minus ten.
__library_size __library_put_hexadecimal(char *s, __library_size room, __library_size at,
                                         unsigned long long value, int a) {
    int digit;
    if (value >> 60) {
        digit = (int) (value >> 60 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 56) {
        digit = (int) (value >> 56 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 52) {
        digit = (int) (value >> 52 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 48) {
        digit = (int) (value >> 48 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 44) {
        digit = (int) (value >> 44 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 40) {
        digit = (int) (value >> 40 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 36) {
        digit = (int) (value >> 36 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 32) {
        digit = (int) (value >> 32 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 28) {
        digit = (int) (value >> 28 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 24) {
        digit = (int) (value >> 24 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 20) {
        digit = (int) (value >> 20 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 16) {
        digit = (int) (value >> 16 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 12) {
        digit = (int) (value >> 12 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 8) {
        digit = (int) (value >> 8 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    if (value >> 4) {
        digit = (int) (value >> 4 & 15);
        at = __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
    }
    digit = (int) (value & 15);
    return __library_put(s, room, at, digit < 10 ? '0' + digit : a + digit);
}

__library_size __library_put_octal(char *s, __library_size room, __library_size at,
                                   unsigned long long value) {
    if (value >> 63)
        at = __library_put(s, room, at, '0' + (int) (value >> 63 & 7));
    if (value >> 60)
        at = __library_put(s, room, at, '0' + (int) (value >> 60 & 7));
    if (value >> 57)
        at = __library_put(s, room, at, '0' + (int) (value >> 57 & 7));
    if (value >> 54)
        at = __library_put(s, room, at, '0' + (int) (value >> 54 & 7));
    if (value >> 51)
        at = __library_put(s, room, at, '0' + (int) (value >> 51 & 7));
    if (value >> 48)
        at = __library_put(s, room, at, '0' + (int) (value >> 48 & 7));
    if (value >> 45)
        at = __library_put(s, room, at, '0' + (int) (value >> 45 & 7));
    if (value >> 42)
        at = __library_put(s, room, at, '0' + (int) (value >> 42 & 7));
    if (value >> 39)
        at = __library_put(s, room, at, '0' + (int) (value >> 39 & 7));
    if (value >> 36)
        at = __library_put(s, room, at, '0' + (int) (value >> 36 & 7));
    if (value >> 33)
        at = __library_put(s, room, at, '0' + (int) (value >> 33 & 7));
    if (value >> 30)
        at = __library_put(s, room, at, '0' + (int) (value >> 30 & 7));
    if (value >> 27)
        at = __library_put(s, room, at, '0' + (int) (value >> 27 & 7));
    if (value >> 24)
        at = __library_put(s, room, at, '0' + (int) (value >> 24 & 7));
    if (value >> 21)
        at = __library_put(s, room, at, '0' + (int) (value >> 21 & 7));
    if (value >> 18)
        at = __library_put(s, room, at, '0' + (int) (value >> 18 & 7));
    if (value >> 15)
        at = __library_put(s, room, at, '0' + (int) (value >> 15 & 7));
    if (value >> 12)
        at = __library_put(s, room, at, '0' + (int) (value >> 12 & 7));
    if (value >> 9)
        at = __library_put(s, room, at, '0' + (int) (value >> 9 & 7));
    if (value >> 6)
        at = __library_put(s, room, at, '0' + (int) (value >> 6 & 7));
    if (value >> 3)
        at = __library_put(s, room, at, '0' + (int) (value >> 3 & 7));
    return __library_put(s, room, at, '0' + (int) (value & 7));
}

// The number of digits.
int __library_width(unsigned long long value, int base) {
    if (base == 10)
        return 1 + (value >= 10ull) + (value >= 100ull)
            + (value >= 1000ull) + (value >= 10000ull) + (value >= 100000ull)
            + (value >= 1000000ull) + (value >= 10000000ull) + (value >= 100000000ull)
            + (value >= 1000000000ull) + (value >= 10000000000ull) + (value >= 100000000000ull)
            + (value >= 1000000000000ull) + (value >= 10000000000000ull) + (value >= 100000000000000ull)
            + (value >= 1000000000000000ull) + (value >= 10000000000000000ull) + (value >= 100000000000000000ull)
            + (value >= 1000000000000000000ull) + (value >= 10000000000000000000ull);
    if (base == 8)
        return 1 + (value >> 3 != 0) + (value >> 6 != 0) + (value >> 9 != 0) + (value >> 12 != 0)
            + (value >> 15 != 0) + (value >> 18 != 0) + (value >> 21 != 0) + (value >> 24 != 0)
            + (value >> 27 != 0) + (value >> 30 != 0) + (value >> 33 != 0) + (value >> 36 != 0)
            + (value >> 39 != 0) + (value >> 42 != 0) + (value >> 45 != 0) + (value >> 48 != 0)
            + (value >> 51 != 0) + (value >> 54 != 0) + (value >> 57 != 0) + (value >> 60 != 0)
            + (value >> 63 != 0);
    return 1 + (value >> 4 != 0) + (value >> 8 != 0) + (value >> 12 != 0) + (value >> 16 != 0)
        + (value >> 20 != 0) + (value >> 24 != 0) + (value >> 28 != 0) + (value >> 32 != 0)
        + (value >> 36 != 0) + (value >> 40 != 0) + (value >> 44 != 0) + (value >> 48 != 0)
        + (value >> 52 != 0) + (value >> 56 != 0) + (value >> 60 != 0);
}

// Flags are added: 1 for `-`, 2 for `+`, 4 for a blank, 8 for `#`, 16 for `0`, 32 for capital letters.
// There is no precision if it is negative.
__library_size __library_put_number(char *s, __library_size room, __library_size at,
                                    unsigned long long value, int negative, int base, int flags,
                                    int width, int precision) {
    int digits = value == 0 && precision == 0 ? 0 : __library_width(value, base);
    int sign = negative ? '-' : flags & 2 ? '+' : flags & 4 ? ' ' : 0;
    int prefix = flags & 8 && base == 16 && value != 0 ? 2 : 0;
    int zeros = precision > digits ? precision - digits : 0;
    if (flags & 8 && base == 8 && zeros == 0 && (value != 0 || precision == 0))
        zeros = 1;
    int length = digits + zeros + prefix + (sign != 0);
    int blanks = width > length ? width - length : 0;
    if (precision < 0 && flags & 16 && !(flags & 1)) {
        zeros += blanks;
        blanks = 0;
    }
    if (!(flags & 1))
        at = __library_put_many(s, room, at, ' ', blanks);
    if (sign != 0)
        at = __library_put(s, room, at, sign);
    if (prefix != 0) {
        at = __library_put(s, room, at, '0');
        at = __library_put(s, room, at, flags & 32 ? 'X' : 'x');
    }
    at = __library_put_many(s, room, at, '0', zeros);
    if (digits != 0) {
        if (base == 8)
            at = __library_put_octal(s, room, at, value);
        else if (base == 16)
            at = __library_put_hexadecimal(s, room, at, value, (flags & 32 ? 'A' : 'a') - 10);
        else if (value <= 4294967295u)
            at = __library_put_unsigned(s, room, at, (unsigned) value);
        else
            at = __library_put_unsigned_long(s, room, at, value);
    }
    if (flags & 1)
        at = __library_put_many(s, room, at, ' ', blanks);
    return at;
}

__library_size __library_put_signed(char *s, __library_size room, __library_size at, long long value,
                                    int flags, int width, int precision) {
    if (flags == 0 && width == 0 && precision < 0)
        return value == (int) value ? __library_put_int(s, room, at, (int) value)
                                    : __library_put_long(s, room, at, value);
    unsigned long long magnitude = value < 0 ? 0 - (unsigned long long) value : (unsigned long long) value;
    return __library_put_number(s, room, at, magnitude, value < 0, 10, flags, width, precision);
}

__library_size __library_put_text(char *s, __library_size room, __library_size at, const char *text) {
    for (__library_size i = 0; text[i] != 0; i++)
        at = __library_put(s, room, at, text[i]);
    return at;
}

// No more than `precision` characters of a text; all of them if that is negative.
__library_size __library_put_part(char *s, __library_size room, __library_size at, const char *text,
                                  int flags, int width, int precision) {
    if (width == 0 && precision < 0)
        return __library_put_text(s, room, at, text);
    int length = 0;
    while ((precision < 0 || length < precision) && text[length] != 0)
        length++;
    if (!(flags & 1))
        at = __library_put_many(s, room, at, ' ', width - length);
    for (int i = 0; i < length; i++)
        at = __library_put(s, room, at, text[i]);
    if (flags & 1)
        at = __library_put_many(s, room, at, ' ', width - length);
    return at;
}

__library_size __library_put_character(char *s, __library_size room, __library_size at, int c,
                                       int flags, int width) {
    if (!(flags & 1))
        at = __library_put_many(s, room, at, ' ', width - 1);
    at = __library_put(s, room, at, c);
    if (flags & 1)
        at = __library_put_many(s, room, at, ' ', width - 1);
    return at;
}
