// expect: FALSE
// why: several labels on one statement, and a label at the end of a block

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 0;
    goto b;
a:
b:
c:
    x++;
    if (x < 2)
        goto c;
    { goto end; end: ; }
    if (x < 2)
        goto a;
    __VERIFIER_assert(x == 3);
    return 0;
}
