// expect: FALSE
// why: statements before the first label are never executed

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    switch (0) {
        case 0: x = 5;
        x++;
    }
    __VERIFIER_assert(x == 2);
    return 0;
}
