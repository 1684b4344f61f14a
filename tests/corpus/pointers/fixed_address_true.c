// expect: TRUE
// why: a write to a register at a fixed address changes no variable, and a read gives any value
// native: skip

extern void reach_error(void);

int main(void)
{
    int kept = 3;
    *(volatile unsigned *)0x40000000 = 1;
    unsigned value = *(volatile unsigned *)0x40000000;
    if (kept != 3 || value + 1 == value) {
        reach_error();
    }
    return 0;
}
