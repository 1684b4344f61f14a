// expect: FALSE
// why: what an initialiser does not mention is 0 in each call (it was arbitrary where the address is taken)

extern void __VERIFIER_assert(int);

struct state { int level, count; char name[4]; };

static int walk(int n, struct state *up)
{
    struct state own = { n };
    char text[4] = "a";
    int *list = (int[3]){ n };
    own.count += (up ? up->count : 0) + list[1] + text[2];
    list[1] = text[2] = 5;
    return n ? walk(n - 1, &own) : own.count + own.name[3];
}

int main(void)
{
    __VERIFIER_assert(walk(2, 0) != 0);
    return 0;
}
