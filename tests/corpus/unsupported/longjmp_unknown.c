// expect: UNKNOWN: setjmp
// why: setjmp and longjmp

extern void reach_error(void);

#include <setjmp.h>
jmp_buf env;
int main(void)
{
    if (setjmp(env))
        reach_error();
    return 0;
}
