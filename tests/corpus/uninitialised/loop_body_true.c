// expect: TRUE
// native: skip
// why: a variable of a loop body does not keep its value over iterations

extern void __VERIFIER_assert(int);

int main(void)
{
    for (int i = 0; i < 2; i++) {
        int x = 1;
        if (i == 0)
            x = 1;
        if (i == 1)
            __VERIFIER_assert(x == 1);
    }
    return 0;
}
