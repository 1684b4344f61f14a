// expect: FALSE
// why: function pointers compare

extern void __VERIFIER_assert(int);

static void f(void) { }
static void g(void) { }
int main(void)
{
    void (*p)(void) = f, (*q)(void) = g, (*n)(void) = 0;
    __VERIFIER_assert(p == f && p != q && !n && p == g);
    return 0;
}
