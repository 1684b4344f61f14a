// expect: FALSE
// check: pointer
// why: Memory is gone after free.
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = malloc(sizeof(int));
    *p = 1;
    if (__VERIFIER_nondet_int())
        free(p);
    
        *p = 2;
    return 0;
}
