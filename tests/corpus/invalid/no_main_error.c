// expect: ERROR: main
// why: a program without main

int f(void)
{
    return 1;
}
