// expect: UNKNOWN: attribute `cleanup`
// why: a jump into the block of a variable with a cleanup function: it runs for what has no value

extern void reach_error(void);
static int cleaned;

static void clean(int *p)
{
    (void) p;
    cleaned++;
}

int main(void)
{
    goto inside;
    {
        int x __attribute__((cleanup(clean)));
    inside:
        x = 1;
    }
    if (cleaned)
        reach_error();
    return 0;
}
