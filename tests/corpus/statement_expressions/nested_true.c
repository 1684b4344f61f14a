// expect: TRUE
// why: statement expressions inside each other, with variables of the same name

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = ({ int a = 1; a + ({ int a = 2; a + ({ int a = 3; a; }); }); });
    __VERIFIER_assert(x == 6);
    return 0;
}
