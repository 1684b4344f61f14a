// expect: FALSE
// options: --64
// why: size_t is unsigned int with --32

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(sizeof(sizeof(int)) == 4);
    __VERIFIER_assert(sizeof(int) - 5 == 4294967295u);
    return 0;
}
