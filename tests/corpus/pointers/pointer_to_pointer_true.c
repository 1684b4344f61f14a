// expect: TRUE
// why: a pointer is changed through a pointer to it

extern void __VERIFIER_assert(int);

static void redirect(int **where, int *what) { *where = what; }
int main(void)
{
    int x = 1, y = 2;
    int *p = &x;
    redirect(&p, &y);
    *p = 7;
    __VERIFIER_assert(x == 1 && y == 7);
    return 0;
}
