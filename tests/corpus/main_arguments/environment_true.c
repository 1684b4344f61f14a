// expect: TRUE
// native: skip
// why: the third parameter points to strings as well

extern void __VERIFIER_assert(int);

int main(int argc, char *argv[], char *envp[])
{
    int n = 0;
    while (envp[n])
        n++;
    __VERIFIER_assert(envp[n] == 0);
    if (n > 0)
        __VERIFIER_assert(envp[0] != argv[0]);
    return 0;
}
