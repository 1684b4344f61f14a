// expect: TRUE
// why: a ring index stays in range

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 0;
    while (1) {
        __VERIFIER_assert(i >= 0 && i < 8);
        if (i == 7)
            i = 0;
        else
            i++;
    }
}
