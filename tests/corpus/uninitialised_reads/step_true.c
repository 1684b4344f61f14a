// expect: TRUE
// check: uninitialised
// why: ++ reads.
int main(void)
{
    unsigned n = 0;
    n++;
    return (int)n;
}
