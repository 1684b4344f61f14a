// Compares the models, compiled under the names model_…, with the library on random inputs.

static unsigned long long state = 42;
static unsigned random_below(unsigned n) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (unsigned) (state >> 33) % n;
}
static int failures;
#define CHECK(what, condition) \
    do { if (!(condition) && failures++ < 20) printf("%s, line %d\n", what, __LINE__); } while (0)
#define SIGN(x) (((x) > 0) - ((x) < 0))
#define SAME(a, b) (((a) != (a) && (b) != (b)) || ((a) == (b) && !signbit(a) == !signbit(b)))

static char text[3][64], twin[64], other[64];
static void random_text(char *s, unsigned most) {
    unsigned n = random_below(most + 1);
    for (unsigned i = 0; i < n; i++) s[i] = "abAB\xff"[random_below(5)];
    s[n] = 0;
}
static int compare(const void *a, const void *b) {
    const int *x = a, *y = b;
    return (x[0] > y[0]) - (x[0] < y[0]);
}
static long index_in(const void *p, const void *base) { return p ? (const char *) p - (const char *) base : -1; }

static void strings(void) {
    char *a = text[0], *b = text[1], *set = text[2];
    random_text(a, 12); random_text(b, 4); random_text(set, 3);
    int c = "abAB\xff\0x"[random_below(7)];
    size_t n = random_below(14);
    CHECK("strlen", strlen(a) == model_strlen(a));
    CHECK("strnlen", strnlen(a, n) == model_strnlen(a, n));
    CHECK("strcmp", SIGN(strcmp(a, b)) == SIGN(model_strcmp(a, b)));
    CHECK("strcoll", SIGN(strcoll(a, b)) == SIGN(model_strcoll(a, b)));
    CHECK("strncmp", SIGN(strncmp(a, b, n)) == SIGN(model_strncmp(a, b, n)));
    CHECK("strcasecmp", SIGN(strcasecmp(a, b)) == SIGN(model_strcasecmp(a, b)));
    CHECK("strncasecmp", SIGN(strncasecmp(a, b, n)) == SIGN(model_strncasecmp(a, b, n)));
    CHECK("memcmp", SIGN(memcmp(a, b, 5)) == SIGN(model_memcmp(a, b, 5)));
    CHECK("bcmp", !bcmp(a, b, 5) == !model_bcmp(a, b, 5));
    CHECK("strchr", strchr(a, c) == model_strchr(a, c));
    CHECK("index", index(a, c) == model_index(a, c));
    CHECK("strrchr", strrchr(a, c) == model_strrchr(a, c));
    CHECK("rindex", rindex(a, c) == model_rindex(a, c));
    CHECK("memchr", memchr(a, c, n) == model_memchr(a, c, n));
    CHECK("strstr", strstr(a, b) == model_strstr(a, b));
    CHECK("strcasestr", strcasestr(a, b) == model_strcasestr(a, b));
    CHECK("strchrnul", strchrnul(a, c) == model_strchrnul(a, c));
    CHECK("memrchr", memrchr(a, c, n) == model_memrchr(a, c, n));
    CHECK("rawmemchr", rawmemchr(a, 0) == model_rawmemchr(a, 0));
    CHECK("memmem", memmem(a, n, b, n % 4) == model_memmem(a, n, b, n % 4));
    CHECK("strspn", strspn(a, set) == model_strspn(a, set));
    CHECK("strcspn", strcspn(a, set) == model_strcspn(a, set));
    CHECK("strpbrk", strpbrk(a, set) == model_strpbrk(a, set));
#define PAIR(name, call, model) \
    memset(twin, 7, sizeof twin); strcpy(twin, b); memcpy(other, twin, sizeof twin); \
    CHECK(name, index_in(call, twin) == index_in(model, other)); \
    CHECK(name, memcmp(twin, other, sizeof twin) == 0)
    PAIR("strcpy", strcpy(twin, a), model_strcpy(other, a));
    PAIR("stpcpy", stpcpy(twin, a), model_stpcpy(other, a));
    PAIR("strncpy", strncpy(twin, a, n), model_strncpy(other, a, n));
    PAIR("stpncpy", stpncpy(twin, a, n), model_stpncpy(other, a, n));
    PAIR("memccpy", memccpy(twin, a, c, n), model_memccpy(other, a, c, n));
    PAIR("explicit_bzero", (explicit_bzero(twin, n), twin), (model_explicit_bzero(other, n), other));
    PAIR("strcat", strcat(twin, a), model_strcat(other, a));
    PAIR("strncat", strncat(twin, a, n), model_strncat(other, a, n));
    PAIR("memcpy", memcpy(twin, a, n), model_memcpy(other, a, n));
    PAIR("mempcpy", mempcpy(twin, a, n), model_mempcpy(other, a, n));
    PAIR("memset", memset(twin + 2, c, n), model_memset(other + 2, c, n));
    PAIR("bzero", (bzero(twin, n), twin), (model_bzero(other, n), other));
    unsigned from = random_below(20), to = random_below(20);
    for (unsigned i = 0; i < sizeof twin; i++) other[i] = twin[i] = (char) i;
    CHECK("memmove", memmove(twin + to, twin + from, n) == twin + to);
    CHECK("memmove", model_memmove(other + to, other + from, n) == other + to);
    CHECK("memmove", memcmp(twin, other, sizeof twin) == 0);
    bcopy(twin + from, twin + to, n);
    model_bcopy(other + from, other + to, n);
    CHECK("bcopy", memcmp(twin, other, sizeof twin) == 0);
    char *copy = model_strdup(a), *cut = model_strndup(a, n);
    CHECK("strdup", strcmp(copy, a) == 0);
    CHECK("strndup", strncmp(cut, a, n) == 0 && strlen(cut) == strnlen(a, n));
    free(copy); free(cut);
    strcpy(twin, a); strcpy(other, a);
    char *rest, *p = twin, *q = other;
    for (int i = 0; i < 5; i++) {
        long x = index_in(strtok(p, set), twin), y = index_in(model_strtok(q, set), other);
        CHECK("strtok", x == y);
        p = q = 0;
    }
    strcpy(other, a);
    q = other;
    strcpy(twin, a);
    p = twin;
    char *rest2;
    for (int i = 0; i < 5; i++) {
        long x = index_in(strtok_r(p, set, &rest), twin), y = index_in(model_strtok_r(q, set, &rest2), other);
        CHECK("strtok_r", x == y);
        p = q = 0;
    }
}

static void parts(void) {
    char *a = text[0], *set = text[2];
    random_text(a, 12); random_text(set, 3);
    strcpy(twin, a); strcpy(other, a);
    char *rest = twin, *rest2 = other;
    for (int i = 0; i < 14; i++) {
        long x = index_in(strsep(&rest, set), twin), y = index_in(model_strsep(&rest2, set), other);
        CHECK("strsep", x == y && index_in(rest, twin) == index_in(rest2, other));
    }
    CHECK("strsep", strcmp(twin, other) == 0);
}

static int exact;
static void reals(void) {
    char s[64], *e, *f;
    unsigned k = (unsigned) sprintf(s, "%s%s", random_below(4) ? "" : " \t", random_below(3) ? "" : random_below(2) ? "-" : "+");
    k += (unsigned) sprintf(s + k, "%s%u", random_below(4) ? "" : "000", random_below(2) ? random_below(1000) : random_below(50000));
    if (random_below(3)) k += (unsigned) sprintf(s + k, ".%.*s", (int) random_below(4), "0250050500000" + random_below(9));
    if (random_below(4) == 0) k += (unsigned) sprintf(s + k, "000000000000000000000");
    if (random_below(8) == 0) k = 0;
    static const char *const tails[] = {"", "e1", "E-3", "e+4", "e", "e-", "y", ".", "e5.5", "-", " 1", "f"};
    strcpy(s + k, tails[random_below(12)]);
    // Without a point, the zeros are digits before it.
    if (strlen(s) > 24 && !strchr(s, '.')) return;
#define REAL(type, name) \
    { \
        type x = name(s, &e), y = model_##name(s, &f); \
        CHECK(#name, (roughly || SAME(x, y)) && e == f); \
        exact += !roughly; \
        roughly = 0; \
    }
    REAL(double, strtod) REAL(float, strtof) REAL(long double, strtold)
}

static void numbers(void) {
    static const char *const heads[] = {"", " ", "\t\n", "-", "+", " -", "0", "0x", "-0x", "0X", "x", "+-"};
    static const char *const tails[] = {"", "1", "12", "8", "9223372036854775807", "9223372036854775808",
        "18446744073709551615", "18446744073709551616", "2147483647", "2147483648", "4294967295",
        "4294967296", "ffz", "7fffffff", "zz", "0", "x", "08", "99999999999999999999999"};
    char s[64];
    strcpy(s, heads[random_below(12)]);
    strcat(s, tails[random_below(19)]);
    if (random_below(3) == 0) strcat(s, " 3");
    int base = (int) random_below(38);
    if (random_below(2)) base = (int[]) {0, 10, 16, 8}[random_below(4)];
    char *e, *f;
#define SAME_ERRNO(name) CHECK(name, errno == __library_errno); errno = __library_errno = 0
#define NUMBER(name) \
    e = f = s + 63; \
    CHECK(#name, name(s, &e, base) == model_##name(s, &f, base)); \
    SAME_ERRNO(#name); \
    CHECK(#name, e == f); CHECK(#name, name(s, 0, base) == model_##name(s, 0, base)); \
    SAME_ERRNO(#name)
    errno = __library_errno = 0;
    NUMBER(strtoimax); NUMBER(strtoumax);
    NUMBER(strtol); NUMBER(strtoll); NUMBER(strtoul); NUMBER(strtoull);
    perhaps = 1;
    CHECK("atoi", atoi(s) == model_atoi(s));
    SAME_ERRNO("atoi");
    CHECK("atol", atol(s) == model_atol(s));
    SAME_ERRNO("atol");
    CHECK("atoll", atoll(s) == model_atoll(s));
    SAME_ERRNO("atoll");
    perhaps = 0;
    int a = (int) random_below(2000) - 1000, b = (int) random_below(20) - 10;
    if (b != 0) {
        CHECK("div", div(a, b).quot == model_div(a, b).quot && div(a, b).rem == model_div(a, b).rem);
        CHECK("ldiv", ldiv(a, b).quot == model_ldiv(a, b).quot && ldiv(a, b).rem == model_ldiv(a, b).rem);
        CHECK("lldiv", lldiv(a, b).quot == model_lldiv(a, b).quot && lldiv(a, b).rem == model_lldiv(a, b).rem);
    }
    int bits = random_below(3) ? 1 << random_below(32) | a << 20 : 0;
    CHECK("ffs", ffs(bits) == model_ffs(bits));
    CHECK("ffsl", ffsl(bits) == model_ffsl(bits));
    CHECK("ffsll", ffsll((long long) bits << 9) == model_ffsll((long long) bits << 9));
    int x[12][2], y[12][2];
    unsigned n = random_below(13);
    for (unsigned i = 0; i < n; i++) x[i][0] = y[i][0] = (int) random_below(100), x[i][1] = y[i][1] = -x[i][0];
    qsort(x, n, sizeof x[0], compare);
    model_qsort(y, n, sizeof y[0], compare);
    CHECK("qsort", memcmp(x, y, n * sizeof x[0]) == 0);
    int key = (int) random_below(100);
    const int *found = bsearch(&key, x, n, sizeof x[0], compare), *mine = model_bsearch(&key, x, n, sizeof x[0], compare);
    CHECK("bsearch", (found == 0) == (mine == 0) && (!mine || *mine == key));
}

#define ROUND(name) CHECK(#name, name(x) == model_##name(x))
#define SCALED(name, sfx, type, by) \
    { \
        errno = __library_errno = 0; \
        type theirs = name##sfx(x, by), ours = model_##name##sfx(x, by); \
        CHECK(#name, SAME(theirs, ours)); \
        SAME_ERRNO(#name); \
    }
#define SCALES(sfx, type) \
    { \
        int n = (int) random_below(random_below(2) ? 200 : 70000) - (random_below(2) ? 100 : 35000); \
        int e = 7, f = 7; \
        type u = frexp##sfx(x, &e), v = model_frexp##sfx(x, &f); \
        CHECK("frexp", SAME(u, v) && e == f); \
        SCALED(ldexp, sfx, type, n) SCALED(scalbn, sfx, type, n) SCALED(scalbln, sfx, type, n) \
        type small = (type) ldexpl(x, -(int) random_below(sizeof(type) == 4 ? 160 : sizeof(type) == 8 ? 1100 : 16500)); \
        u = frexp##sfx(small, &e), v = model_frexp##sfx(small, &f); \
        CHECK("frexp", SAME(u, v) && e == f); \
        type y = (type) random_number(); \
        SCALED(nextafter, sfx, type, y) \
        { type x = small; SCALED(nextafter, sfx, type, y) SCALED(ldexp, sfx, type, n % 30) } \
        errno = __library_errno = 0; \
        CHECK("ilogb", ilogb##sfx(x) == model_ilogb##sfx(x)); \
        SAME_ERRNO("ilogb"); \
        CHECK("ilogb", ilogb##sfx(small) == model_ilogb##sfx(small)); \
        errno = __library_errno = 0; \
        u = logb##sfx(x), v = model_logb##sfx(x); \
        CHECK("logb", SAME(u, v)); \
        SAME_ERRNO("logb"); \
    }
#define KINDS(sfx, type) \
    { \
        type x = (type) random_number(); \
        if (x > -1e9 && x < 1e9) { ROUND(lround##sfx); ROUND(llround##sfx); ROUND(lrint##sfx); ROUND(llrint##sfx); } \
        type i = 0, j = 0, u = modf##sfx(x, &i), v = model_modf##sfx(x, &j); \
        CHECK("modf", SAME(u, v) && SAME(i, j)); \
        SCALES(sfx, type) \
        type none = model_nan##sfx(""); \
        CHECK("nan", none != none); \
    }
static long double random_number(void) {
    static const long double special[] = {0.0L, -0.0L, 0.5L, 1.5L, 2.5L, -0.5L, -2.5L, 0.49999999999999994L,
        1e300L, -1e300L, 1e-310L, 1e-40L, 1e38L, 1e-45L, 4503599627370497.5L, 1e-4940L};
    switch (random_below(4)) {
    case 0: return special[random_below(16)];
    case 1: return random_below(2) ? __builtin_inf() : -__builtin_inf();
    case 2: return random_below(8) ? (long double) (int) random_below(2000000) / 64 - 9000 : __builtin_nan("");
    default: return ((long double) (int) random_below(2000000000) - 1e9L) / (1 + random_below(100000));
    }
}

// Errors of mathematical functions: what the library does is one of the things that the model may do.
#define MATH_ERRNO(name, type, real, model) \
    { \
        errno = 0; \
        type theirs = real; \
        int number = errno, may_be = 0; \
        for (perhaps = 0; perhaps < 2; perhaps++) { \
            __library_errno = 0; \
            type ours = model; \
            CHECK(name, SAME(theirs, ours)); \
            may_be |= __library_errno == number; \
        } \
        CHECK(name, may_be); \
    }
#define ONE(name) \
    MATH_ERRNO(#name, double, name(x), model_##name(x)) \
    MATH_ERRNO(#name "f", float, name##f(x), model_##name##f(x)) \
    MATH_ERRNO(#name "l", long double, name##l(x), model_##name##l(x))
#define TWO(name) \
    MATH_ERRNO(#name, double, name(x, y), model_##name(x, y)) \
    MATH_ERRNO(#name "f", float, name##f(x, y), model_##name##f(x, y)) \
    MATH_ERRNO(#name "l", long double, name##l(x, y), model_##name##l(x, y))
static void errors(long double x, long double y) {
    ONE(sqrt) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos)
    ONE(acosh) ONE(atanh) ONE(sinh) ONE(cosh) ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(erfc)
    ONE(tgamma) ONE(lgamma) ONE(gamma) ONE(j1) ONE(y0) ONE(y1)
    TWO(fmod) TWO(remainder) TWO(drem) TWO(fdim) TWO(atan2) TWO(pow) TWO(hypot)
}
// These have no model, because they never set `errno`.
#define NEVER(name) name(x), name##f(x), name##l(x); CHECK(#name, errno == 0);
#define NEVER_TWO(name) name(x, y), name##f(x, y), name##l(x, y); CHECK(#name, errno == 0);
static void no_errors(long double x, long double y) {
    errno = 0;
    NEVER(floor) NEVER(ceil) NEVER(trunc) NEVER(round) NEVER(rint) NEVER(nearbyint) NEVER(roundeven)
    NEVER(fabs) NEVER(lround) NEVER(llround) NEVER(lrint) NEVER(llrint) NEVER(atan) NEVER(tanh)
    NEVER(asinh) NEVER(cbrt) NEVER(erf) NEVER(j0)
    NEVER_TWO(copysign) NEVER_TWO(fmin) NEVER_TWO(fmax)
    fma(x, y, x), fmaf(x, y, x), fmal(x, y, x);
    CHECK("fma", errno == 0);
}

static void all_errors(void) {
    static const long double powers[] = {0, 0.5L, 0.99L, 1, 1.01L, 2, 9, 10, 11, 26, 27, 34, 35, 37, 38, 39, 44, 46, 87,
        88, 88.5L, 89, 96, 97, 103, 104, 106, 109, 120, 121, 126, 127, 128, 149, 150, 151, 170, 171, 172, 307, 308, 309,
        323, 324, 706, 709, 710, 711, 744, 745, 746, 768, 870, 1022, 1023, 1024, 1074, 1075, 1228, 1750, 1755, 1756,
        4931, 4932, 4933, 4951, 11355, 11356, 11357, 11400, 11514, 12288, 13926, 16382, 16383, 16384, 16445, 16446,
        19660, 1e6L, 1e9L, 1e18L, 1e19L, 3e38L, 1e100L, 1.7e308L, 1e309L, 1e4932L, 1e-9L, 1e-38L, 1e-45L, 1e-300L,
        5e-324L, 1e-4940L, 1.0L / 1024, 1.0L / 1025, 1025, 11.5L, 93, 93.5L, 1489, 1490, 2.5L, 3, 3.5L};
    const int n = sizeof powers / sizeof powers[0];
    for (int i = 0; i < 2 * n + 3; i++) {
        for (int j = 0; j < 2 * n + 3; j += 1 + (int) random_below(15)) {
            long double pair[2];
            for (int k = 0; k < 2; k++) {
                int at = k ? j : i;
                pair[k] = at < n ? powers[at] : at < 2 * n ? -powers[at - n] : at == 2 * n ? __builtin_nan("") : at == 2 * n + 1 ? __builtin_inf() : -__builtin_inf();
            }
            errors(pair[0], pair[1]);
            no_errors(pair[0], pair[1]);
        }
    }
}

static void formats(void), input(void);

int main(void) {
    for (unsigned x = 0; x < 70000; x += 13) {
        CHECK("htonl", htonl(x * 65537) == model_htonl(x * 65537) && ntohl(x) == model_ntohl(x));
        CHECK("htons", htons(x) == model_htons(x) && ntohs(x) == model_ntohs(x));
    }
    all_errors();
    for (int i = -128; i < 256; i++) {
        CHECK("__ctype_b_loc", (*__ctype_b_loc())[i] == (*model___ctype_b_loc())[i]);
        CHECK("__ctype_tolower_loc", (*__ctype_tolower_loc())[i] == (*model___ctype_tolower_loc())[i]);
        CHECK("__ctype_toupper_loc", (*__ctype_toupper_loc())[i] == (*model___ctype_toupper_loc())[i]);
    }
    for (int c = -128; c < 256; c++) {
#define TYPE(name) CHECK(#name, name(c) == model_##name(c))
        TYPE(isupper); TYPE(islower); TYPE(isalpha); TYPE(isdigit); TYPE(isxdigit); TYPE(isspace);
        TYPE(isprint); TYPE(isgraph); TYPE(isblank); TYPE(iscntrl); TYPE(isalnum); TYPE(ispunct);
        TYPE(isascii); TYPE(tolower); TYPE(toupper);
    }
    for (int i = 0; i < 20000; i++) {
        strings();
        parts();
        reals();
        numbers();
        formats();
        input();
        KINDS(, double)
        KINDS(f, float)
        KINDS(l, long double)
    }
    CHECK("strtod", exact > 40000);
    return failures != 0;
}
