// expect: FALSE
// native: skip
// why: the number of strings in the environment is not known

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[], char *envp[])
{
    int n = 0;
    while (envp[n])
        n++;
    __VERIFIER_assert(n < 2);
    return 0;
}
