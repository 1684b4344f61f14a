// expect: TRUE
// why: pointers into one array subtract in elements

extern void __VERIFIER_assert(int);

int main(void)
{
    long long a[6];
    long long *p = a + 1, *q = &a[5];
    __VERIFIER_assert(q - p == 4);
    __VERIFIER_assert(p - q == -4);
    __VERIFIER_assert((char *)q - (char *)p == 32);
    return 0;
}
