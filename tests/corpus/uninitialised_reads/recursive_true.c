// expect: TRUE
// check: uninitialised
// why: Each call has its own variables.
static int f(int n)
{
    int x;
    if (n > 0)
        f(n - 1);
    if (n >= 0)
        x = n;
    return x;
}
int main(void)
{
    return f(2);
}
