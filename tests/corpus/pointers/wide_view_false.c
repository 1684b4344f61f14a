// expect: FALSE
// engine ic3cfa: UNKNOWN
// why: a longer integer assembled from the bytes of an array

extern void __VERIFIER_assert(int);

int main(void)
{
    unsigned char a[8];
    for (int i = 0; i < 8; i++)
        a[i] = (unsigned char)i;
    unsigned long long x;
    unsigned char *p = (unsigned char *)&x;
    for (int i = 0; i < 8; i++)
        p[i] = a[7 - i];
    __VERIFIER_assert(x == 0x0706050403020100ULL);
    return 0;
}
