// expect: TRUE
// why: statements before the first label are never executed

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    switch (0) {
        x = 5; case 0:
        x++;
    }
    __VERIFIER_assert(x == 2);
    return 0;
}
