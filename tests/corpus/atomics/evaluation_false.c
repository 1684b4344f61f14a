// expect: FALSE
// why: arguments are evaluated once, memory orders for their effects only

extern void __VERIFIER_assert(int);

static int calls;

static int order(void)
{
    calls++;
    return 5;
}

int main(void)
{
    int a[3] = { 0, 0, 0 };
    int i = 0;
    __atomic_fetch_add(&a[i++], 1, order());
    __atomic_store_n(&a[i++], 4, order());
    int expected = 0;
    __atomic_compare_exchange_n(&a[i++], &expected, 9, 0, order(), order());
    __VERIFIER_assert(i == 3 && calls == 3 && a[0] == 1 && a[2] == 9);
    return 0;
}
