// expect: FALSE
// why: up to a limit, then down again

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0, up = 1;
    while (1) {
        if (up) x++; else x--;
        if (x == 6) up = 0;
        if (x == 0) up = 1;
        __VERIFIER_assert(x > 0 && x <= 6);
    }
}
