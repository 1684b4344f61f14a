// expect: TRUE
// why: a goto and a return out of a statement expression

extern void __VERIFIER_assert(int);

int main(void)
{
    int x = 1;
    x = ({ if (x) goto out; 7; });
    x = 9;
out:
    __VERIFIER_assert(x == 1);
    return 0;
}
