// expect: UNKNOWN: assembler outside of functions
// why: assembler can define and change anything that the program declares

extern void reach_error(void);
__asm__(".globl level\n.data\nlevel: .long 1\n");

int main(void)
{
    return 0;
}
