// expect: FALSE
// why: a register at a fixed address is memory outside of the program: the run goes on
// native: skip

extern void reach_error(void);

int main(void)
{
    *(volatile unsigned *)0x40000000 = 1;
    reach_error();
    return 0;
}
