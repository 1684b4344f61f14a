// expect: FALSE
// why: a goto into the body of a loop skips the first test and the initialisation

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 1, n = 0;
    goto inside;
    for (i = 0; i < 3; i++) {
    inside:
        n++;
    }
    __VERIFIER_assert(n == 1);
    return 0;
}
