// expect: TRUE
// why: a statement expression may contain loops and branches

extern void __VERIFIER_assert(int);

int main(void)
{
    int y = 1;
    int x = y + ({
        int s = 0;
        for (int i = 0; i < 4; i++)
            s += i;
        if (y > 5)
            s = 0;
        s;
    });
    __VERIFIER_assert(x == 7);
    return 0;
}
