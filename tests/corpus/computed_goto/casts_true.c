// expect: TRUE
// why: labels behind casts, in integers and in members of structures

extern void __VERIFIER_assert(int);

#include <stdint.h>

struct op {
    int argument;
    uintptr_t code;
};

int main(void)
{
    struct op ops[] = { { 1, (uintptr_t)&&add }, { 4, (uintptr_t)&&add }, { 2, (uintptr_t)(void *)&&sub },
                        { 0, (uintptr_t)&&end } };
    struct op *op = ops;
    int sum = 0;
    goto *(void *)op->code;
add:
    sum += op->argument;
    op++;
    goto *(void *)op->code;
sub:
    sum -= op->argument;
    op++;
    goto *(void *)op->code;
end:
    __VERIFIER_assert(sum == 3);
    return 0;
}
