// expect: TRUE
// check: free
// why: Only allocated memory is freed, and from its start.
void *malloc(unsigned long);
void free(void *);
int x[2];
int main(void)
{
    char *p = malloc(10);
    free(p + 0);
    return 0;
}
