// expect: FALSE
// native: skip
// why: two atomic additions in one expression happen in either order

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    int d = __atomic_fetch_add(&x, 1, 5) - __atomic_fetch_add(&x, 1, 5);
    __VERIFIER_assert(x == 3 && (d == -1 || d == 0));
    return 0;
}
