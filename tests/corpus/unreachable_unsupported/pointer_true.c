// expect: TRUE
// why: a dead write through a pointer

extern void __VERIFIER_assert(int);

int *p;
int main(void)
{
    int x = 2;
    if (x != 2)
        *p = 3;
    __VERIFIER_assert(x == 2);
    return 0;
}
