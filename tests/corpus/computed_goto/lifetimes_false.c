// expect: FALSE
// check: pointer
// native: skip
// why: with checks of pointers: variables of blocks that a jump leaves

int main(void)
{
    int *p;
    int outer = 1;
    void *to = &&out;
    {
        int inner = 2;
        p = &inner;
        *p = 3;
        goto *to;
    }
out:
    p = p;
    return *p - *p;
}
