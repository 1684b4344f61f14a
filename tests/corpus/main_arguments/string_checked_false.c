// expect: FALSE
// check: pointer
// native: skip
// why: behind the end of an argument there is nothing

int main(int argc, char *argv[])
{
    if (argc < 2)
        return 0;
    const char *s = argv[1];
    if (s[0] != '-' && s[1] != 'v')
        return 1;
    return s[2] == 0;
}
