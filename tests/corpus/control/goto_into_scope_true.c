// expect: TRUE
// why: a jump over a declaration whose address is taken

extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 0;
again:;
    int x = n;
    int *p = &x;
    *p += 1;
    n = x;
    if (n < 3)
        goto again;
    __VERIFIER_assert(n == 3);
    return 0;
}
