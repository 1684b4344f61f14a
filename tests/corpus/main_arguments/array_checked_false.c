// expect: FALSE
// check: pointer
// native: skip
// why: argv[argc + 1] must not be read

int main(int argc, char *argv[])
{
    return argv[argc + 1] != 0;
}
