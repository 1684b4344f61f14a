// expect: FALSE
// options: --64
// why: a struct with a long long has another size on x86

extern void __VERIFIER_assert(int);

struct s { char c; long long x; };
int main(void)
{
    __VERIFIER_assert(sizeof(struct s) == 12);
    return 0;
}
