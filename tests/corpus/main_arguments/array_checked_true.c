// expect: TRUE
// check: pointer
// native: skip
// why: argv[argc] may be read

int main(int argc, char *argv[])
{
    int n = 0;
    for (int i = 0; i <= argc; i++)
        if (argv[i])
            n++;
    return n > 100;
}
