// expect: FALSE
// why: steps of 3 never hit a number that 3 does not divide

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char x = 0;
    while (x < 240) {
        __VERIFIER_assert(x != 10);
        x += 2;
    }
    return 0;
}
