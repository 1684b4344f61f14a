// expect: UNKNOWN: attribute `cleanup`
// why: a cleanup function runs where the scope ends; ignoring it would call this program safe

extern void reach_error(void);
static int cleaned;

static void clean(int *p)
{
    cleaned = 1;
}

int main(void)
{
    {
        int x __attribute__((__cleanup__(clean))) = 3;
        x++;
    }
    if (cleaned)
        reach_error();
    return 0;
}
