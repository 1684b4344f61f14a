// expect: TRUE
// why: initialisers are evaluated from left to right, each before the next

extern void __VERIFIER_assert(int);

int main(void)
{
    int a = 1, b = a + 1, c = a + b;
    __VERIFIER_assert(c == 3);
    return 0;
}
