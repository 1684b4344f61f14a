// expect: FALSE
// check: overflow
// why: Compound assignments compute in the promoted type; conversion back is no overflow.
int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned char c = 200;
    c += 100;
    short s = 30000;
    s *= 2;
    int x = 2147483000;
    x += 648;
    return x == c;
}
