// expect: TRUE
// why: a preprocessed file with line markers

extern void __VERIFIER_assert(int);

# 0 "original.c"
# 0 "<built-in>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "original.c"
# 10 "original.c"
int main(void)
{
    int x = 3;
# 20 "original.c"
    x++;
    __VERIFIER_assert(x == 4);
    return 0;
}
