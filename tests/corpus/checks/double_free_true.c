// expect: TRUE
// check: free
// why: What was freed is not freed again; null may be.
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
int main(void)
{
    int *p = malloc(4);
    free(p);
    p = 0;
    free(p);
    return 0;
}
