// expect: UNKNOWN: address
// why: a variable whose address goes to a function without body may change

extern void __VERIFIER_assert(int);

extern void fill(int *);
int main(void)
{
    int x = 1;
    fill(&x);
    __VERIFIER_assert(x == 1);
    return 0;
}
