// expect: TRUE
// why: pointers with side effects

extern void __VERIFIER_assert(int);

int main(void)
{
    int a[4] = { 1, 2, 3, 4 }, *p = a;
    int x = *p++, y = *++p, z = (*p)++;
    __VERIFIER_assert(x == 1 && y == 3 && z == 3 && a[2] == 4 && p == a + 2);
    return 0;
}
