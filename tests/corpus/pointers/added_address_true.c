// expect: TRUE
// why: an address that is the number added to a pointer is followed, not lost

extern void reach_error(void);

int main(void)
{
    int x = 1;
    char *p = (char *)0 + (unsigned long)&x;
    *(int *)p = 7;
    if (x != 7) {
        reach_error();
    }
    return 0;
}
