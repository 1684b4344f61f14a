// Formatted output: random formats, with all flags, widths, precisions and lengths.

static char theirs_text[256], ours_text[256];
#define FORMATTED(...) \
    do { \
        memset(theirs_text, 7, sizeof theirs_text); \
        memset(ours_text, 7, sizeof ours_text); \
        int theirs = snprintf(theirs_text, size, __VA_ARGS__), ours = model_snprintf(ours_text, size, __VA_ARGS__); \
        CHECK(format, theirs == ours && memcmp(theirs_text, ours_text, sizeof ours_text) == 0); \
        theirs = sprintf(theirs_text, __VA_ARGS__), ours = model_sprintf(ours_text, __VA_ARGS__); \
        CHECK(format, theirs == ours && memcmp(theirs_text, ours_text, sizeof ours_text) == 0); \
    } while (0)

static int by_list(int (*function)(char *, size_t, const char *, va_list), char *s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = function(s, 20, format, list);
    va_end(list);
    return count;
}
static int by_list_unbounded(int (*function)(char *, const char *, va_list), char *s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = function(s, format, list);
    va_end(list);
    return count;
}

static int by_list_new(int (*function)(char **, const char *, va_list), char **s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = function(s, format, list);
    va_end(list);
    return count;
}

static void formats(void) {
    static const char *const lengths[] = {"hh", "h", "", "l", "ll", "j", "z", "t"};
    static const long long special[] = {0, 1, -1, 7, 8, 9, 10, 99, 100, 255, 256, 65535, 2147483647, -2147483647 - 1,
        4294967295, 4294967296, 9999999999, 10000000000, 9223372036854775807, -9223372036854775807 - 1};
    char format[64] = "[", *end = format + 1;
    size_t size = random_below(3) ? 64 : random_below(12);
    int width = 0, precision = 0, stars = 0;
    *end++ = '%';
    for (unsigned i = random_below(4); i > 0; i--) *end++ = "-+ #0"[random_below(5)];
    switch (random_below(3)) {
    case 0: *end++ = '*', stars = 1, width = (int) random_below(30) - 15; break;
    case 1: end += sprintf(end, "%u", 1 + random_below(24)); break;
    }
    switch (random_below(4)) {
    case 0: *end++ = '.', *end++ = '*', stars += 2, precision = (int) random_below(30) - 5; break;
    case 1: *end++ = '.', end += sprintf(end, "%u", random_below(24)); break;
    case 2: *end++ = '.'; break;
    }
    long long number = random_below(2) ? special[random_below(20)] : (long long) (state * 977) >> random_below(64);
    unsigned kind = random_below(8), length = random_below(8);
#define WITH_STARS(argument) \
    switch (stars) { \
    case 0: FORMATTED(format, argument); break; \
    case 1: FORMATTED(format, width, argument); break; \
    case 2: FORMATTED(format, precision, argument); break; \
    default: FORMATTED(format, width, precision, argument); \
    }
    if (kind == 0) {
        strcpy(end, "s]%%");
        const char *text = &"some text"[random_below(10)];
        WITH_STARS(text)
    } else if (kind == 1) {
        strcpy(end, "c]");
        int c = (int) random_below(256);
        WITH_STARS(c)
    } else {
        strcpy(end, lengths[length]);
        end += strlen(end);
        *end++ = "diuxXo"[kind - 2];
        strcpy(end, "]");
        switch (length) {
        case 0: case 1: case 2: WITH_STARS((int) number) break;
        case 4: case 5: WITH_STARS(number) break;
        default: WITH_STARS((long) number)
        }
    }
    int count = -1, model_count = -1;
    short little = -1, model_little = -1;
    FORMATTED("%s%n%d%hn", "text", &count, (int) number, &little);
    model_sprintf(ours_text, "%s%n%d%hn", "text", &model_count, (int) number, &model_little);
    CHECK("%n", count == model_count && count == 4 && little == model_little);
    char *their_new = 0, *my_new = 0;
    CHECK("asprintf", asprintf(&their_new, "%d:%s", (int) number, "x") == model_asprintf(&my_new, "%d:%s", (int) number, "x"));
    CHECK("asprintf", strcmp(their_new, my_new) == 0);
    free(their_new), free(my_new);
    CHECK("vasprintf", by_list_new(vasprintf, &their_new, "%d:%s", (int) number, "x") == by_list_new(model_vasprintf, &my_new, "%d:%s", (int) number, "x"));
    CHECK("vasprintf", strcmp(their_new, my_new) == 0);
    free(their_new), free(my_new);
    int x = by_list(vsnprintf, theirs_text, "%d %lld %s %c", (int) number, number, "ab", 'c');
    int y = by_list(model_vsnprintf, ours_text, "%d %lld %s %c", (int) number, number, "ab", 'c');
    CHECK("vsnprintf", x == y && strcmp(theirs_text, ours_text) == 0);
    x = by_list_unbounded(vsprintf, theirs_text, "%d %lld %s %c", (int) number, number, "ab", 'c');
    y = by_list_unbounded(model_vsprintf, ours_text, "%d %lld %s %c", (int) number, number, "ab", 'c');
    CHECK("vsprintf", x == y && strcmp(theirs_text, ours_text) == 0);
}
