// expect: ERROR: too small
// why: a static assertion that fails

_Static_assert(sizeof(int) == 8, "too small");
int main(void)
{
    return 0;
}
