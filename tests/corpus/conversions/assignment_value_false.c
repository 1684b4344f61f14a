// expect: FALSE
// why: the inner assignment is to the int

extern void __VERIFIER_assert(int);

int main(void)
{
    int x;
    unsigned char c;
    c = (x = 300);
    __VERIFIER_assert(x == 44);
    return 0;
}
