// expect: FALSE
// why: the value of a GNU statement expression is that of its last statement

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = ({ int a = 4; a - 1; });
    __VERIFIER_assert(x == 5);
    return 0;
}
