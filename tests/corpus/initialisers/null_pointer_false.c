// expect: FALSE
// why: null pointers are numbers

extern void __VERIFIER_assert(int);

int *p;
int main(void)
{
    __VERIFIER_assert(p != 0);
    return 0;
}
