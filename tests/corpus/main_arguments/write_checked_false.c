// expect: FALSE
// check: pointer
// native: skip
// why: but none behind its end

int main(int argc, char *argv[])
{
    if (argc < 2 || !argv[1][0])
        return 0;
    argv[1][2] = 'x';
    return 0;
}
