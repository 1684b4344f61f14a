// expect: FALSE
// why: a direct call of __assert_fail

extern char __VERIFIER_nondet_char(void);

extern void __assert_fail(const char *expr, const char *file, unsigned int line, const char *function);
int main(void)
{
    char c = __VERIFIER_nondet_char();
    if (c == 'q')
        __assert_fail("c", "f", 1, "main");
    return 0;
}
