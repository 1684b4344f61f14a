// expect: FALSE
// why: arguments are copies

extern void __VERIFIER_assert(int);

static void change(int x) { x = 2; }
int main(void)
{
    int x = 1;
    change(x);
    __VERIFIER_assert(x == 2);
    return 0;
}
