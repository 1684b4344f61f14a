// expect: ERROR: too large for the address space
// why: a size below zero is a huge one without a sign; compilers refuse it, and programs rely on that

char has_five_bytes[sizeof(int) - 5];

int main(void)
{
    return 0;
}
