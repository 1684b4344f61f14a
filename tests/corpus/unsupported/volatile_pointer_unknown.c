// expect: UNKNOWN: pointer
// why: a write to a fixed address

extern void reach_error(void);

int main(void)
{
    *(volatile unsigned *)0x40000000 = 1;
    reach_error();
    return 0;
}
