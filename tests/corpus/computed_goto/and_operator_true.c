// expect: TRUE
// why: `&&` behind an operand is an operator, before one it takes an address

extern void __VERIFIER_assert(int);

int main(void)
{
    int a = 1, b = 2;
    int b_is = a && b;
    void *p = (a) && b ? &&b : &&a;
    int i = 1;
    __VERIFIER_assert(i++ && a);
    __VERIFIER_assert(sizeof(int) && b_is);
    goto *p;
a:
    __VERIFIER_assert(0);
b:
    __VERIFIER_assert(i == 2 && &&a != &&b);
    return 0;
}
