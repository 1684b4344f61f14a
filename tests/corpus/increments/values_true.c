// expect: TRUE
// why: the value of x++ is the old one, of ++x the new one

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 5;
    int a = x++;
    int b = ++x;
    __VERIFIER_assert(a == 5 && b == 7 && x == 7);
    a = x--;
    b = --x;
    __VERIFIER_assert(a == 7 && b == 5);
    return 0;
}
