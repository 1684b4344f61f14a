// expect: TRUE
// why: a chain of calls that each change a global

extern void __VERIFIER_assert(int);

int g;
static void d(void) { g += 8; }
static void c(void) { g += 4; d(); }
static void b(void) { g += 2; c(); }
static void a(void) { g += 1; b(); }
int main(void)
{
    a();
    __VERIFIER_assert(g == 15);
    return 0;
}
