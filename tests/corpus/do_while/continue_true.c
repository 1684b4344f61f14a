// expect: TRUE
// why: continue in a do-while goes to the condition

extern void __VERIFIER_assert(int);

int main(void)
{
    int i = 0;
    do {
        i++;
        if (i < 3)
            continue;
        break;
    } while (i < 2);
    __VERIFIER_assert(i == 2);
    return 0;
}
