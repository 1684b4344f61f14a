// expect: TRUE
// native: skip
// why: a goto past an initialised declaration: the variable lives but keeps no value

extern void __VERIFIER_assert(int);

int main(void)
{
    goto inside;
    {
        int x = 3;
    inside:
        x = 3; __VERIFIER_assert(x == 3);
    }
    return 0;
}
