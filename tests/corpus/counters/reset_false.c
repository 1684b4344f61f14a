// expect: FALSE
// why: a reset breaks the bound only if it comes too late

extern void __VERIFIER_assert(int);

int main(void)
{
    int t = 0;
    while (1) {
        t++;
        __VERIFIER_assert(t <= 6);
        if (t > 7)
            t = 0;
    }
}
