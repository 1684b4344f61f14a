// expect: FALSE
// why: three levels of indirection

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 3;
    int *p = &x;
    int **pp = &p;
    int ***ppp = &pp;
    ***ppp += 4;
    __VERIFIER_assert(x == 3);
    __VERIFIER_assert(*ppp == &p && **ppp == &x);
    return 0;
}
