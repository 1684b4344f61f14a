// expect: FALSE
// why: incrementing a true _Bool leaves it true

extern void __VERIFIER_assert(int);

int main(void)
{
    int b = 0;
    b++;
    b++;
    __VERIFIER_assert(b == 1);
    return 0;
}
