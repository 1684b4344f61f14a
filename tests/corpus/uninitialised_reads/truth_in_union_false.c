// expect: FALSE
// check: uninitialised
// native: skip
// why: a byte of 2 is no value of _Bool.
union u { _Bool b; unsigned char c; };
int main(void)
{
    union u u;
    u.c = 2;
    return u.b ? 1 : 0;
}
