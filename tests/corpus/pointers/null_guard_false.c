// expect: FALSE
// why: a pointer is used only where it is not null

extern void __VERIFIER_assert(int);
extern _Bool __VERIFIER_nondet_bool(void);

static int read(const int *p, int otherwise) { return p ? *p : otherwise; }
int main(void)
{
    int x = 4;
    int r = read(__VERIFIER_nondet_bool() ? &x : 0, 5);
    __VERIFIER_assert(r == 4);
    return 0;
}
