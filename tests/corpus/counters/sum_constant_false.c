// expect: FALSE
// why: what one counter loses the other gains

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 10, y = 0;
    while (x > 0) {
        x--;
        y += 2;
    }
    __VERIFIER_assert(x + y == 10);
    return 0;
}
