// expect: TRUE
// native: skip
// why: other C libraries report failed assertions by functions of their own

extern int __VERIFIER_nondet_int(void);
extern void _assert(const char *text, const char *file, int line);
extern void __assert_func(const char *file, int line, const char *function, const char *text);
extern void __assert2(const char *file, int line, const char *function, const char *text);

#define first(e) ((void)((e) || (_assert(#e, __FILE__, __LINE__), 0)))
#define second(e) ((e) ? (void)0 : __assert_func(__FILE__, __LINE__, __func__, #e))
#define third(e) ((e) ? (void)0 : __assert2(__FILE__, __LINE__, __func__, #e))

int main(void)
{
    int n = __VERIFIER_nondet_int() & 15;
    first(n < 16);
    second(n >= 0);
    third(!(n == 20));
    return 0;
}
