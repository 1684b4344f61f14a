// expect: UNKNOWN: change of the array of strings
// check: pointer
// native: skip
// why: the end of an argument may be overwritten, but then it is no string any more

int main(int argc, char *argv[])
{
    if (argc < 2 || argv[1][0])
        return 0;
    argv[1][0] = 'x';
    return 0;
}
