// expect: TRUE
// why: comments of both kinds, line splices, and strings with comment signs

extern void __VERIFIER_assert(int);

extern int puts(const char *);
int main(void)
{
    int x = 1; // x = 5; \
    x = 6;
    x = 2; /* x = 7; // */
    puts("/* not a comment"); /* "nor a string */
    __VERIFIER_assert(x == 2 /* yes */);
    return 0;
}
