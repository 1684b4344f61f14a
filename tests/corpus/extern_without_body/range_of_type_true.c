// expect: TRUE
// why: the result lies in its type

extern void __VERIFIER_assert(int);

extern unsigned char level(void);
int main(void)
{
    __VERIFIER_assert(level() <= 255);
    return 0;
}
