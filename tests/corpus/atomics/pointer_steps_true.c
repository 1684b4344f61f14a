// expect: TRUE
// why: the builtins move pointers by bytes, operators by elements

extern void __VERIFIER_assert(int);

int main(void)
{
    int a[4] = { 1, 2, 3, 4 };
    int *p = a;
    int *_Atomic q = a;
    int *old = __atomic_fetch_add(&p, sizeof(int), 5);
    __VERIFIER_assert(old == a && *p == 2);
    __VERIFIER_assert(__sync_add_and_fetch(&p, 4) == a + 2);
    q += 2;
    q++;
    __VERIFIER_assert(*q == 4 && *__atomic_load_n(&p, 5) == 3);
    return 0;
}
