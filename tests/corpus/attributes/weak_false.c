// expect: FALSE
// why: a weak function with a definition is a function

extern void __VERIFIER_assert(int);

__attribute__((weak)) int level(void);
int level(void)
{
    return 4;
}

__attribute__((weak)) int limit = 4;

int main(void)
{
    __VERIFIER_assert(level && &limit && level() == 5 && limit == 4);
    return 0;
}
