// expect: TRUE
// native: skip
// why: a call without result changes no variable of the program

extern void __VERIFIER_assert(int);

int g = 4;
extern void log_value(int);
int main(void)
{
    log_value(g);
    __VERIFIER_assert(g == 4);
    return 0;
}
