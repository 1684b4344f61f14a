// expect: UNKNOWN: address of a weak symbol without a definition
// why: it is null, unless another file defines the function; it was never null

extern void __VERIFIER_assert(int);
extern void log_it(const char *) __attribute__((weak));

int main(void)
{
    if (log_it)
        __VERIFIER_assert(0);
    return 0;
}
