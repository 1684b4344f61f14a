// expect: TRUE
// check: pointer
// native: skip
// why: bytes of an argument may be changed

int main(int argc, char *argv[])
{
    if (argc < 2 || !argv[1][0])
        return 0;
    argv[1][0] = 'x';
    return 0;
}
