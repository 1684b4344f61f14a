// expect: TRUE
// why: attributes that say nothing about the meaning must not be in the way

extern void reach_error(void);
static inline int one(void) __attribute__((always_inline, unused, const));

static inline int one(void)
{
    return 1;
}

__attribute__((noinline, cold)) static int two(int x __attribute__((unused)))
{
    return 2;
}

int main(void)
{
    int x __attribute__((unused, aligned(16))) = one();
    if (x + two(x) != 3)
        reach_error();
    return 0;
}
