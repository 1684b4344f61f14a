// expect: FALSE
// why: strings and arrays whose contents nobody looks at

extern void __VERIFIER_assert(int);

static const int table[] = { 1, 2, 3, [4] = 9 };
static const char text[] = "abc";
int main(void)
{
    __VERIFIER_assert(sizeof(table) / sizeof(table[0]) == 4);
    __VERIFIER_assert(sizeof(text) == 4 && sizeof("xy") == 3);
    return 0;
}
