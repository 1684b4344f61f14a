// expect: TRUE
// engine ic3cfa: UNKNOWN
// engine ic3: UNKNOWN
// why: an interpreter with a table of labels, one jump behind every instruction

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

enum { PUSH, ADD, DUP, HALT };

static int run(const unsigned char *code)
{
    static void *table[] = { &&op_push, &&op_add, &&op_dup, &&op_halt };
    int stack[4], top = 0, pc = 0;
#define NEXT goto *table[code[pc++]]
    NEXT;
op_push:
    stack[top++] = code[pc++];
    NEXT;
op_add:
    top--;
    stack[top - 1] += stack[top];
    NEXT;
op_dup:
    stack[top] = stack[top - 1];
    top++;
    NEXT;
op_halt:
    return stack[top - 1];
}

int main(void)
{
    unsigned char code[] = { PUSH, 0, DUP, ADD, PUSH, 3, ADD, HALT };
    unsigned char x = (unsigned char)__VERIFIER_nondet_int();
    code[1] = x;
    __VERIFIER_assert(run(code) == 2 * x + 3);
    return 0;
}
