// expect: TRUE
// why: the body that recent tasks give to reach_error

extern int __VERIFIER_nondet_int(void);

extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) { __assert_fail("0", "program.c", 3, "reach_error"); }
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 0)
        reach_error();
    return 0;
}
