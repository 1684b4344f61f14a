// expect: TRUE
// why: a jump over the declaration of a variable: its value is gone

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
        if (round == 1)
            __VERIFIER_assert(x == 7);
        else
            x = 7 + (x & 0);
        if (round == 3) {
            __VERIFIER_assert(x == 7);
            return 0;
        }
    }
    to = &&again;
    goto *to;
}
