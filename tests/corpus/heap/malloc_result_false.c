// expect: FALSE
// why: memory can be allocated

extern void reach_error(void);

extern void *malloc(unsigned long);
int main(void)
{
    int *p = malloc(sizeof(int));
    if (p)
        reach_error();
    return 0;
}
