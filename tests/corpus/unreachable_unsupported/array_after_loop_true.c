// expect: TRUE
// why: an array use behind an endless loop

extern void reach_error(void);

int a[4];
int main(void)
{
    int i = 0;
    while (1)
        i = (i + 1) % 4;
    a[i] = 1;
    reach_error();
}
