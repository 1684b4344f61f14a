// expect: FALSE
// check: overflow
// why: ++ on int overflows, on narrow types it does not: they are promoted.
int __VERIFIER_nondet_int(void);
int main(void)
{
    signed char c = 127;
    short s = 32767;
    c++;
    s++;
    --c;
    int i = 2147483647;
    i++;
    return c + s;
}
