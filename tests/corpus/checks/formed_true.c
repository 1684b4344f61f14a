// expect: TRUE
// check: bounds
// why: the address of the end of an array may be formed.
int main(void)
{
    int x[4];
    int *p = &x[4];
    return p - x;
}
