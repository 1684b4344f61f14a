// expect: TRUE
// check: pointer
// why: The end of one allocated object is not the start of the next one.
void *malloc(unsigned long);
int main(void)
{
    int *p[2];
    for (int i = 0; i < 2; i++)
        p[i] = malloc(sizeof(int));
    p[0][0] = 3;
    return *p[1];
}
