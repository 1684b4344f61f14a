// expect: TRUE
// check: overflow
// why: A constant expression overflows as well where it is evaluated.
int main(void)
{
    int x = 2147483647 - 1;
    return x == 0;
}
