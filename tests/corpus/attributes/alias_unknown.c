// expect: UNKNOWN: attribute `alias`
// why: an alias has the body of another function; taking it for unknown would call this unsafe

extern void reach_error(void);

int three(void)
{
    return 3;
}

extern int also_three(void) __attribute__((alias("three")));

int main(void)
{
    if (also_three() != 3)
        reach_error();
    return 0;
}
