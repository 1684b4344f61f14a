// expect: FALSE
// why: a cleanup function runs when its block is left: by the end, break, continue, goto or return, the last variable's first

extern void reach_error(void);
static int order;

static void note(int *p)
{
    order = order * 10 + *p;
}

#define tracked __attribute__((cleanup(note))) int

static int by_return(int k)
{
    tracked a = 1;
    {
        tracked b = 2;
        if (k)
            return order;
    }
    tracked c = 3, d = 4;
    return order;
}

static int by_jumps(void)
{
    int rounds = 0;
    for (int i = 0; i < 3; i++) {
        tracked inner = i;
        if (i == 1)
            continue;
        if (i == 2)
            break;
    }
again:;
    int x __attribute__((__cleanup__(note))) = 5;
    x += rounds;
    if (rounds++ < 2)
        goto again;
    return rounds;
}

int main(void)
{
    if (by_return(1) != 0 || order != 21)
        reach_error();
    order = 0;
    if (by_return(0) != 2 || order != 2431)
        reach_error();
    order = 0;
    if (by_jumps() != 3 || order != 12576)
        reach_error();
    return 0;
}
