// expect: TRUE
// why: the value of an assignment is the converted value

extern void __VERIFIER_assert(int);

int main(void)
{
    int x;
    unsigned char c;
    x = (c = 300);
    __VERIFIER_assert(x == 44);
    return 0;
}
