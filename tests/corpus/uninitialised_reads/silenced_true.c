// expect: TRUE
// check: uninitialised
// why: A cast to void is the usual way to say that a variable is not used.
int main(void)
{
    int unused;
    (void)unused;
    return (int)sizeof unused;
}
