// expect: TRUE
// engine ic3: UNKNOWN
// why: a recursive function: its labels have one address in all activations

extern void __VERIFIER_assert(int);

static int walk(int depth, void *resume)
{
    int left = depth;
    if (depth > 0)
        left += walk(depth - 1, depth == 1 ? &&leaf : &&inner);
    if (resume)
        goto *(depth == 0 ? &&leaf : &&inner);
    return left;
inner:
    return left + 10;
leaf:
    return left + 100;
}

int main(void)
{
    __VERIFIER_assert(walk(3, 0) == 126);
    return 0;
}
