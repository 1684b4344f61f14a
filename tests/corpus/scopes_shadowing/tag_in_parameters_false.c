// expect: FALSE
// why: what a list of parameters declares is seen in the body, too (it was forgotten, and the outer tag counted)

extern void __VERIFIER_assert(int);

struct s { int wide; };
enum { LEVEL = 4 };

static int size(struct s { char narrow; } *p, enum { LEVEL = 7 } level)
{
    __VERIFIER_assert(LEVEL == 7);
    return sizeof(struct s);
}

static int old(p, n)
    struct s { char narrow[2]; } *p;
    int n;
{
    return n + (int) sizeof(struct s);
}

int main(void)
{
    __VERIFIER_assert(size(0, 0) == 4);
    __VERIFIER_assert(old(0, 10) - 10 + LEVEL == 6);
    __VERIFIER_assert(sizeof(struct s) + LEVEL > 7);
    return 0;
}
