// expect: TRUE
// check: uninitialised
// why: an initialiser gives every part of a local variable a value, also in a recursive function

static int walk(int n, int *up)
{
    int own[3] = { n };
    if (up)
        own[1] += up[2];
    return n ? walk(n - 1, own) : own[1];
}

int main(void)
{
    return walk(2, 0);
}
