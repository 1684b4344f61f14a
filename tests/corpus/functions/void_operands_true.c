// expect: TRUE
// why: void expressions as operands of ?: and of the comma

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int g;
static void up(void) { g++; }
static void down(void) { g--; }
int main(void)
{
    int x = __VERIFIER_nondet_int();
    x > 0 ? up() : down();
    ((void)x, up());
    __VERIFIER_assert(x <= 0 || g == 2);
    return 0;
}
