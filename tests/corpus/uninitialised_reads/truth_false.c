// expect: FALSE
// check: uninitialised
// native: skip
// why: a byte of 2 is no value of _Bool.
int main(void)
{
    _Bool b = 0;
    *(unsigned char *)&b = 2;
    return b ? 1 : 0;
}
