// expect: FALSE
// why: a function as an argument, with its data behind a pointer

extern void __VERIFIER_assert(int);

static void each(int n, void (*f)(int, void *), void *data)
{
    for (int i = 0; i < n; i++)
        f(i, data);
}
static void sum(int i, void *data) { *(int *)data += i; }
int main(void)
{
    int total = 0;
    each(5, sum, &total);
    __VERIFIER_assert(total == 15);
    return 0;
}
