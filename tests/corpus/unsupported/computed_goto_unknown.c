// expect: UNKNOWN: label
// why: labels as values

extern void reach_error(void);

int main(void)
{
    void *target = &&there;
    goto *target;
there:
    reach_error();
    return 0;
}
