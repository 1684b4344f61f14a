// expect: FALSE
// why: a static local keeps its value between calls

extern void __VERIFIER_assert(int);

static int count(void)
{
    int n = 0;
    n++;
    return n;
}
int main(void)
{
    count();
    count();
    __VERIFIER_assert(count() == 3);
    return 0;
}
