// <string.h> and <strings.h>: plain loops over bytes, as the standard describes the functions.
// Where only the sign of a result is specified, it is the difference of the first characters that
// differ, as in common implementations.

void *memcpy(void *dest, const void *src, __library_size n) {
    unsigned char *d = dest;
    const unsigned char *s = src;
    __library_apart(dest, src, n);
    for (__library_size i = 0; i < n; i++)
        d[i] = s[i];
    return dest;
}

void *mempcpy(void *dest, const void *src, __library_size n) {
    unsigned char *d = dest;
    const unsigned char *s = src;
    __library_apart(dest, src, n);
    for (__library_size i = 0; i < n; i++)
        d[i] = s[i];
    return d + n;
}

void *memmove(void *dest, const void *src, __library_size n) {
    unsigned char *d = dest;
    const unsigned char *s = src;
    if ((__library_size) d <= (__library_size) s) {
        for (__library_size i = 0; i < n; i++)
            d[i] = s[i];
    } else {
        for (__library_size i = n; i > 0; i--)
            d[i - 1] = s[i - 1];
    }
    return dest;
}

void bcopy(const void *src, void *dest, __library_size n) {
    unsigned char *d = dest;
    const unsigned char *s = src;
    if ((__library_size) d <= (__library_size) s) {
        for (__library_size i = 0; i < n; i++)
            d[i] = s[i];
    } else {
        for (__library_size i = n; i > 0; i--)
            d[i - 1] = s[i - 1];
    }
}

void *memset(void *dest, int c, __library_size n) {
    unsigned char *d = dest;
    for (__library_size i = 0; i < n; i++)
        d[i] = (unsigned char) c;
    return dest;
}

void bzero(void *dest, __library_size n) {
    unsigned char *d = dest;
    for (__library_size i = 0; i < n; i++)
        d[i] = 0;
}

int memcmp(const void *a, const void *b, __library_size n) {
    const unsigned char *x = a;
    const unsigned char *y = b;
    for (__library_size i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

int bcmp(const void *a, const void *b, __library_size n) {
    const unsigned char *x = a;
    const unsigned char *y = b;
    for (__library_size i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

void *memchr(const void *s, int c, __library_size n) {
    const unsigned char *p = s;
    for (__library_size i = 0; i < n; i++)
        if (p[i] == (unsigned char) c)
            return (void *) (p + i);
    return 0;
}

__library_size strlen(const char *s) {
    __library_size n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

__library_size strnlen(const char *s, __library_size most) {
    __library_size n = 0;
    while (n < most && s[n] != 0)
        n++;
    return n;
}

char *strcpy(char *dest, const char *src) {
    __library_size i = 0;
    while ((dest[i] = src[i]) != 0)
        i++;
    __library_apart(dest, src, i + 1);
    return dest;
}

char *stpcpy(char *dest, const char *src) {
    __library_size i = 0;
    while ((dest[i] = src[i]) != 0)
        i++;
    __library_apart(dest, src, i + 1);
    return dest + i;
}

char *strncpy(char *dest, const char *src, __library_size n) {
    __library_size i = 0;
    while (i < n && src[i] != 0) {
        dest[i] = src[i];
        i++;
    }
    __library_apart(dest, src, i < n ? i + 1 : i);
    while (i < n) {
        dest[i] = 0;
        i++;
    }
    return dest;
}

char *strcat(char *dest, const char *src) {
    __library_size n = 0;
    __library_size i = 0;
    while (dest[n] != 0)
        n++;
    while ((dest[n + i] = src[i]) != 0)
        i++;
    __library_apart(dest + n, src, i + 1);
    return dest;
}

char *strncat(char *dest, const char *src, __library_size most) {
    __library_size n = 0;
    __library_size i = 0;
    while (dest[n] != 0)
        n++;
    while (i < most && src[i] != 0) {
        dest[n + i] = src[i];
        i++;
    }
    dest[n + i] = 0;
    __library_apart(dest + n, src, i);
    return dest;
}

int strcmp(const char *a, const char *b) {
    __library_size i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return (unsigned char) a[i] - (unsigned char) b[i];
}

int strcoll(const char *a, const char *b) {
    __library_size i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return (unsigned char) a[i] - (unsigned char) b[i];
}

int strncmp(const char *a, const char *b, __library_size n) {
    __library_size i = 0;
    while (i < n && a[i] != 0 && a[i] == b[i])
        i++;
    if (i == n)
        return 0;
    return (unsigned char) a[i] - (unsigned char) b[i];
}

int __library_lower(int c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int strcasecmp(const char *a, const char *b) {
    __library_size i = 0;
    while (a[i] != 0 && __library_lower((unsigned char) a[i]) == __library_lower((unsigned char) b[i]))
        i++;
    return __library_lower((unsigned char) a[i]) - __library_lower((unsigned char) b[i]);
}

int strncasecmp(const char *a, const char *b, __library_size n) {
    __library_size i = 0;
    while (i < n && a[i] != 0
           && __library_lower((unsigned char) a[i]) == __library_lower((unsigned char) b[i]))
        i++;
    if (i == n)
        return 0;
    return __library_lower((unsigned char) a[i]) - __library_lower((unsigned char) b[i]);
}

char *strchr(const char *s, int c) {
    __library_size i = 0;
    while (s[i] != (char) c) {
        if (s[i] == 0)
            return 0;
        i++;
    }
    return (char *) (s + i);
}

char *strchrnul(const char *s, int c) {
    __library_size i = 0;
    while (s[i] != (char) c && s[i] != 0)
        i++;
    return (char *) (s + i);
}

void *rawmemchr(const void *s, int c) {
    const unsigned char *p = s;
    __library_size i = 0;
    while (p[i] != (unsigned char) c)
        i++;
    return (void *) (p + i);
}

void *memrchr(const void *s, int c, __library_size n) {
    const unsigned char *p = s;
    for (__library_size i = n; i > 0; i--)
        if (p[i - 1] == (unsigned char) c)
            return (void *) (p + (i - 1));
    return 0;
}

void *memccpy(void *dest, const void *src, int c, __library_size n) {
    unsigned char *d = dest;
    const unsigned char *s = src;
    __library_size i = 0;
    while (i < n && s[i] != (unsigned char) c)
        i++;
    __library_size copied = i < n ? i + 1 : n;
    __library_apart(dest, src, copied);
    for (__library_size k = 0; k < copied; k++)
        d[k] = s[k];
    return i < n ? d + copied : 0;
}

void explicit_bzero(void *dest, __library_size n) {
    unsigned char *d = dest;
    for (__library_size i = 0; i < n; i++)
        d[i] = 0;
}

char *stpncpy(char *dest, const char *src, __library_size n) {
    __library_size i = 0;
    while (i < n && src[i] != 0)
        i++;
    __library_apart(dest, src, i < n ? i + 1 : i);
    for (__library_size k = 0; k < i; k++)
        dest[k] = src[k];
    for (__library_size k = i; k < n; k++)
        dest[k] = 0;
    return dest + i;
}

char *index(const char *s, int c) {
    __library_size i = 0;
    while (s[i] != (char) c) {
        if (s[i] == 0)
            return 0;
        i++;
    }
    return (char *) (s + i);
}

char *strrchr(const char *s, int c) {
    const char *found = 0;
    __library_size i = 0;
    for (;;) {
        if (s[i] == (char) c)
            found = s + i;
        if (s[i] == 0)
            return (char *) found;
        i++;
    }
}

char *rindex(const char *s, int c) {
    const char *found = 0;
    __library_size i = 0;
    for (;;) {
        if (s[i] == (char) c)
            found = s + i;
        if (s[i] == 0)
            return (char *) found;
        i++;
    }
}

char *strstr(const char *s, const char *part) {
    for (__library_size i = 0;; i++) {
        __library_size j = 0;
        while (part[j] != 0 && s[i + j] == part[j])
            j++;
        if (part[j] == 0)
            return (char *) (s + i);
        if (s[i] == 0)
            return 0;
    }
}

char *strcasestr(const char *s, const char *part) {
    for (__library_size i = 0;; i++) {
        __library_size j = 0;
        while (part[j] != 0
               && __library_lower((unsigned char) s[i + j]) == __library_lower((unsigned char) part[j]))
            j++;
        if (part[j] == 0)
            return (char *) (s + i);
        if (s[i] == 0)
            return 0;
    }
}

void *memmem(const void *s, __library_size n, const void *part, __library_size m) {
    const unsigned char *x = s;
    const unsigned char *y = part;
    for (__library_size i = 0; i <= n && m <= n - i; i++) {
        __library_size j = 0;
        while (j < m && x[i + j] == y[j])
            j++;
        if (j == m)
            return (void *) (x + i);
    }
    return 0;
}

int __library_is_in(char c, const char *set) {
    for (__library_size i = 0; set[i] != 0; i++)
        if (set[i] == c)
            return 1;
    return 0;
}

__library_size strspn(const char *s, const char *accepted) {
    __library_size n = 0;
    while (s[n] != 0 && __library_is_in(s[n], accepted))
        n++;
    return n;
}

__library_size strcspn(const char *s, const char *rejected) {
    __library_size n = 0;
    while (s[n] != 0 && !__library_is_in(s[n], rejected))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accepted) {
    for (__library_size i = 0; s[i] != 0; i++)
        if (__library_is_in(s[i], accepted))
            return (char *) (s + i);
    return 0;
}

char *__library_token(char *s, const char *separators, char **rest) {
    if (s == 0)
        s = *rest;
    if (s == 0)
        return 0;
    while (*s != 0 && __library_is_in(*s, separators))
        s++;
    if (*s == 0) {
        *rest = s;
        return 0;
    }
    char *token = s;
    while (*s != 0 && !__library_is_in(*s, separators))
        s++;
    if (*s != 0) {
        *s = 0;
        s++;
    }
    *rest = s;
    return token;
}

char *strtok_r(char *s, const char *separators, char **rest) {
    return __library_token(s, separators, rest);
}

char *strtok(char *s, const char *separators) {
    static char *rest;
    return __library_token(s, separators, &rest);
}

char *strsep(char **rest, const char *separators) {
    char *token = *rest;
    if (token == 0)
        return 0;
    char *end = token;
    while (*end != 0 && !__library_is_in(*end, separators))
        end++;
    if (*end == 0) {
        *rest = 0;
    } else {
        *end = 0;
        *rest = end + 1;
    }
    return token;
}

char *strdup(const char *s) {
    __library_size n = 0;
    while (s[n] != 0)
        n++;
    char *copy = __builtin_malloc(n + 1);
    if (copy == 0)
        return 0;
    for (__library_size i = 0; i <= n; i++)
        copy[i] = s[i];
    return copy;
}

char *strndup(const char *s, __library_size most) {
    __library_size n = 0;
    while (n < most && s[n] != 0)
        n++;
    char *copy = __builtin_malloc(n + 1);
    if (copy == 0)
        return 0;
    for (__library_size i = 0; i < n; i++)
        copy[i] = s[i];
    copy[n] = 0;
    return copy;
}

int ffs(int i) {
    for (int bit = 0; bit < 32; bit++)
        if ((unsigned) i >> bit & 1)
            return bit + 1;
    return 0;
}

int ffsl(long i) {
    for (int bit = 0; bit < (int) (8 * sizeof(long)); bit++)
        if ((unsigned long) i >> bit & 1)
            return bit + 1;
    return 0;
}

int ffsll(long long i) {
    for (int bit = 0; bit < 64; bit++)
        if ((unsigned long long) i >> bit & 1)
            return bit + 1;
    return 0;
}
