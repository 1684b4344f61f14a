// expect: FALSE
// why: another name for a function of the program; taking it for unknown would call this safe

extern void reach_error(void);
static int level;

void raise_level(void)
{
    level++;
}

extern void other(void) __asm__("raise_level");

int main(void)
{
    other();
    if (level == 1)
        reach_error();
    return 0;
}
