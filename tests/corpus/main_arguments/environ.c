// expect: UNKNOWN: the variable environ
// why: environ is no arbitrary pointer

extern void __VERIFIER_assert(int);
extern char **environ;

int main(void)
{
    __VERIFIER_assert(environ != 0);
    return 0;
}
