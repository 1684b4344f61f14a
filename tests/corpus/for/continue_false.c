// expect: FALSE
// why: continue in a for goes to the step

extern void __VERIFIER_assert(int);

int main(void)
{
    int s = 0;
    for (int i = 0; i < 5; i++) {
        if (i == 2)
            break;
        s += i;
    }
    __VERIFIER_assert(s == 8);
    return 0;
}
