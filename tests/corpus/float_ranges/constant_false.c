// expect: FALSE
// check: range
// why: A constant that does not fit is undefined, too.
int main(void)
{
    unsigned ticks = (unsigned)4294967296.0;
    return ticks != 0;
}
