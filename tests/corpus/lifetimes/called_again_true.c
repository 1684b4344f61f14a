// expect: TRUE
// check: pointer
// native: skip
// why: a variable of a function is another one in the next call.
static int *kept;
static int f(int first)
{
    int x = 1;
    if (first)
        kept = &x;
    return *kept;
}
int main(void)
{
    return f(1) + f(1);
}
