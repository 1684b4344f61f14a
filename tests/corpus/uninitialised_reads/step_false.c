// expect: FALSE
// check: uninitialised
// why: ++ reads.
int main(void)
{
    unsigned n;
    n++;
    return (int)n;
}
