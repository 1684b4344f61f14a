// expect: FALSE
// why: a loop whose condition is false at once

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0;
    while (x < 1)
        x++;
    __VERIFIER_assert(x == 0);
    return 0;
}
