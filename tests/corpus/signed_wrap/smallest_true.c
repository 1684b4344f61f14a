// expect: TRUE
// why: the smallest int is its own negation

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = -2147483647 - 1;
    __VERIFIER_assert(-x == x);
    return 0;
}
