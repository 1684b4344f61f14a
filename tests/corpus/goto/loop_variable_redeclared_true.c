// expect: TRUE
// why: jumping back over a declaration gives a new variable

extern void __VERIFIER_assert(int);

int main(void)
{
    int n = 0;
again: ;
    int y = 0;
    y++;
    __VERIFIER_assert(y == 1);
    if (n++ < 3)
        goto again;
    return 0;
}
