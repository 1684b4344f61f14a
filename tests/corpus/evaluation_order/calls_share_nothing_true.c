// expect: TRUE
// check: order
// why: calls that read the same and change different variables

static int g = 1, a, b;

static int f(void)
{
    a = g;
    return a;
}

static int h(void)
{
    b = g + 1;
    return b;
}

int main(void)
{
    return f() + h();
}
