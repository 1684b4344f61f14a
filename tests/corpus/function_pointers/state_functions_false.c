// expect: FALSE
// why: a state machine whose state is a function

extern void __VERIFIER_assert(int);

typedef struct machine machine;
struct machine { void (*step)(machine *); int count; };
static void on(machine *);
static void off(machine *m) { m->step = on; }
static void on(machine *m)
{
    m->count++;
    m->step = off;
}
int main(void)
{
    machine m = { off, 0 };
    for (int i = 0; i < 6; i++)
        m.step(&m);
    __VERIFIER_assert(m.count == 6);
    return 0;
}
