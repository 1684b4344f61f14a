// expect: FALSE
// native: skip
// why: the arguments of printf are evaluated in any order

extern void __VERIFIER_assert(int);
extern int printf(const char *, ...);

static int last;

static int first(void) { last = 1; return 1; }
static int second(void) { last = 2; return 2; }

int main(void)
{
    printf("%d %d\n", first(), second());
    __VERIFIER_assert(last == 2);
    return 0;
}
