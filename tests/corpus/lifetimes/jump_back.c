// expect: TRUE
// check: pointer
// native: skip
// why: a jump back in a block does not end the lives of its variables.
int main(void)
{
    int *p = 0;
    int n = 0;
    {
    again:;
        int x = 5;
        if (p)
            n += *p;
        p = &x;
        if (n < 12)
            goto again;
    }
    return n;
}
