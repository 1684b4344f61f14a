// expect: FALSE
// why: the type of an expression

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char c = 255;
    __typeof__(c) d = c;
    __typeof__(c + 1) e = c;
    d++;
    e++;
    __VERIFIER_assert(d == 256 && e == 256);
    __typeof__(int[3]) a = { 1, 2, 3 };
    __VERIFIER_assert(sizeof a == 12);
    return 0;
}
