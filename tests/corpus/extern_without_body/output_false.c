// expect: FALSE
// why: printf and friends do not matter

extern void __VERIFIER_assert(int);

extern int printf(const char *, ...);
extern int puts(const char *);
int main(void)
{
    int x = 1;
    printf("%d\n", x++);
    puts("done");
    __VERIFIER_assert(x == 1);
    return 0;
}
