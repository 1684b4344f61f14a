// expect: TRUE
// why: a variable of a loop body is a new one in each iteration

extern void __VERIFIER_assert(int);

int main(void)
{
    for (int i = 0; i < 3; i++) {
        int x = 0;
        x++;
        __VERIFIER_assert(x == 1);
    }
    return 0;
}
