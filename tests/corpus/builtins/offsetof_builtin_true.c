// expect: TRUE
// why: the builtin behind offsetof

extern void __VERIFIER_assert(int);

struct s { char a; struct { short x, y[3]; } b; };
int main(void)
{
    __VERIFIER_assert(__builtin_offsetof(struct s, b.y[2]) == 8);
    return 0;
}
