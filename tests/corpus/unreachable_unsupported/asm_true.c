// expect: TRUE
// why: assembly behind the end of the program

extern void reach_error(void);

extern void exit(int);
int main(void)
{
    exit(0);
    __asm__ ("nop");
    reach_error();
}
