// expect: TRUE
// engine ic3: UNKNOWN
// why: Each call has compound literals of its own; they were taken for one, a wrong FALSE.
extern void reach_error(void);
static int f(int n)
{
    int *p = (int[]){n};
    if (n > 0)
        f(n - 1);
    return *p;
}
int main(void)
{
    if (f(3) != 3)
        reach_error();
    return 0;
}
