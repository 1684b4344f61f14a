// expect: TRUE
// why: a program without any property is safe

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    while (x > 0)
        x--;
    return x;
}
