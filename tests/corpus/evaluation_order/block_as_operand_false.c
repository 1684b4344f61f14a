// expect: FALSE
// native: skip
// why: the other operand may be evaluated before a conditional one

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

static int g = 1;

static int set(int to)
{
    g = to;
    return 0;
}

int main(void)
{
    int c = __VERIFIER_nondet_int();
    int r = g + (c > 3 ? set(5) : set(6));
    __VERIFIER_assert(r == 1 || r == 5);
    return 0;
}
