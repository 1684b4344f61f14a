// expect: TRUE
// check: pointer
// native: skip
// why: a pointer to a local variable comes back as an argument.
static int *f(int *q)
{
    int x = 1;
    int *p = &x;
    if (q)
        p = &x;
    *p = 2;
    return p;
}
int main(void)
{
    int *p = f(0);
    return f(p) == 0;
}
