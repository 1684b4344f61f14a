// expect: FALSE
// why: a program may have a function by the name that another C library reports assertions with

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int failures;

void _assert(const char *text, const char *file, int line)
{
    failures++;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n == 7)
        _assert("n != 7", "own.c", 1);
    if (failures != (n == 8))
        reach_error();
    return 0;
}
