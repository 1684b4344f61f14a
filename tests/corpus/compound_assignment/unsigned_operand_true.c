// expect: TRUE
// why: x /= 2u divides as unsigned

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = -1;
    x /= 2u;
    __VERIFIER_assert(x == 2147483647);
    return 0;
}
