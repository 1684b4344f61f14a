// expect: FALSE
// why: an attribute raises the alignment

extern void __VERIFIER_assert(int);

struct __attribute__((aligned(16))) s { int a; };
int main(void)
{
    struct s v[2];
    __VERIFIER_assert(sizeof(struct s) == 16 && _Alignof(struct s) == 16);
    __VERIFIER_assert((char *)&v[1] - (char *)&v[0] == 4);
    return 0;
}
