// expect: FALSE
// why: string literals are arrays that end with zero

extern void __VERIFIER_assert(int);

int main(void)
{
    const char *s = "hello";
    char own[] = "hello";
    own[0] = 'H';
    __VERIFIER_assert(s[5] == 0 && s[1] == 'h' && own[0] == 'H' && "xyz"[2] == 'z');
    __VERIFIER_assert(sizeof "ab" "cd" == 5 && sizeof own == 6);
    return 0;
}
