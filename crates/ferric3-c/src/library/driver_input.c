// What the models take from outside: the bytes of one text, which never fails.
static const char *content;
static int content_length, content_at;
static int __library_next_byte(void) {
    return content_at < content_length ? (unsigned char) content[content_at++] : -1;
}
static int __library_may_fail(void) { return 0; }
static int __library_may_stop(void) { return 0; }
static int __library_error_number(void) { return 0; }
// Not tried here: what is known only roughly, and numbers that are inputs as a whole.
static int __library_next_kind(void) { abort(); }
long long __library_any_number(void) { abort(); }
long __library_known_number(void) { return 120; }
static int roughly;
double __library_known_real(void) { return roughly = 1; }
float __library_known_realf(void) { return roughly = 1; }
long double __library_known_reall(void) { return roughly = 1; }
__library_offset __library_known_offset(void) { return 120; }
static void __library_apart(const void *a, const void *b, __SIZE_TYPE__ n) {
    if ((__SIZE_TYPE__) a - (__SIZE_TYPE__) b < n || (__SIZE_TYPE__) b - (__SIZE_TYPE__) a < n) abort();
}
static void __library_assume(int condition) { if (!condition) abort(); }
