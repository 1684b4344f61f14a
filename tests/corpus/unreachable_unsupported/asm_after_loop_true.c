// expect: TRUE
// why: assembly behind an endless loop

extern void reach_error(void);

int main(void)
{
    int x = 0;
    while (1)
        x = (x + 1) % 4;
    __asm__ volatile ("incl %0" : "+r"(x));
    reach_error();
}
