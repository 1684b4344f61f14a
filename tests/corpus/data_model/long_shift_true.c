// expect: TRUE
// options: --32
// why: the top bit of a long

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned long x = 1;
    int n = 0;
    while (x) {
        x <<= 8;
        n++;
    }
    __VERIFIER_assert(n == 4);
    return 0;
}
