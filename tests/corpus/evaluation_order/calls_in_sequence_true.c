// expect: TRUE
// why: calls in separate statements happen in their order

extern void __VERIFIER_assert(int);

int g;
static int next(void) { return ++g; }
int main(void)
{
    int a = next();
    a = a * 10 + next();
    __VERIFIER_assert(a == 12);
    return 0;
}
