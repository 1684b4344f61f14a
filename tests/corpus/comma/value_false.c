// expect: FALSE
// why: the value of a comma expression is that of its last operand

extern void __VERIFIER_assert(int);

int main(void)
{
    int a = (1, 2, 3);
    int b = (a++, a * 2);
    __VERIFIER_assert(b == 8);
    a--;
    __VERIFIER_assert(a == 1);
    return 0;
}
