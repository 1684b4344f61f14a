// expect: TRUE
// why: signed arithmetic wraps in the model

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 2147483647;
    x++;
    __VERIFIER_assert(x < 0);
    return 0;
}
