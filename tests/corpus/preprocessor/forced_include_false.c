// expect: FALSE
// options: -include limits.h
// why: -include puts a file in front

extern void __VERIFIER_assert(int);

int main(void)
{
    __VERIFIER_assert(below(LIMIT + 1));
    return 0;
}
