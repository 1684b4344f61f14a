// expect: FALSE
// check: free
// why: Objects of one call live and die by themselves.
void *malloc(unsigned long);
void free(void *);
int main(void)
{
    char *p[3];
    for (int i = 0; i < 3; i++)
        p[i] = malloc(2);
    for (int i = 0; i < 3; i++)
        free(p[0]);
    return 0;
}
