// expect: FALSE
// check: order
// native: skip
// why: the result depends on the order of a read and a call

static int g = 1;

static int set(void)
{
    g = 10;
    return 100;
}

int main(void)
{
    return g + set();
}
