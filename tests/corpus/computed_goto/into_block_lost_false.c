// expect: FALSE
// native: skip
// why: a jump over the declaration of a variable: what it was is not what it is

extern void __VERIFIER_assert(int);

int main(void)
{
    int round = 0;
    void *to = &&start;
    goto *to;
start:
    {
        int x = 7;
    again:
        round++;
        __VERIFIER_assert(x == 7);
        if (round == 2)
            return 0;
    }
    to = &&again;
    goto *to;
}
