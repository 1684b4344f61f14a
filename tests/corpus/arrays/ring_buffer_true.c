// expect: TRUE
// why: a queue in a ring of four

extern void __VERIFIER_assert(int);

static int ring[4];
static unsigned head, tail;
static void put(int x) { ring[head++ % 4] = x; }
static int take(void) { return ring[tail++ % 4]; }
int main(void)
{
    for (int i = 0; i < 10; i++) {
        put(i);
        if (i >= 3)
            __VERIFIER_assert(take() == i - 3);
    }
    return 0;
}
