// expect: TRUE
// check: uninitialised
// why: A narrow member of a union does not give a value to a wide one.
int main(void)
{
    union { unsigned char narrow; unsigned wide; } u;
    u.narrow = 3;
    return (int)u.narrow;
}
