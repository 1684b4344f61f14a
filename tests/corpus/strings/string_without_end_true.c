// expect: TRUE
// why: an array that just fits has no terminator

extern void __VERIFIER_assert(int);

int main(void)
{
    char a[3] = "abc", b[6] = "abc";
    __VERIFIER_assert(sizeof a == 3 && a[2] == 'c' && b[3] == 0 && b[5] == 0);
    return 0;
}
