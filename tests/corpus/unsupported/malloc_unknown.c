// expect: UNKNOWN: malloc
// why: the heap is not modelled yet

extern void reach_error(void);

extern void *malloc(unsigned long);
int main(void)
{
    int *p = malloc(sizeof(int));
    if (p)
        reach_error();
    return 0;
}
