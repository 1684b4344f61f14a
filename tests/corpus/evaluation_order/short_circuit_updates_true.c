// expect: TRUE
// why: updates behind && and || happen in order and are seen at once

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 0;
    int r = (i++ == 0) && (i++ == 1) && (i++ == 2);
    __VERIFIER_assert(r == 1);
    __VERIFIER_assert(i == 3);
    r = (i-- == 0) || (i == 2);
    __VERIFIER_assert(r == 1);
    return 0;
}
