// expect: FALSE
// why: an unsigned char counter wraps at 256

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char c = 250;
    int n = 0;
    do {
        c++;
        n++;
    } while (c != 0);
    __VERIFIER_assert(n == 5);
    return 0;
}
