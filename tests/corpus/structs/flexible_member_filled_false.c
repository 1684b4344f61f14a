// expect: FALSE
// why: the initialiser of a flexible array member gives its object room; what it said was lost

extern void __VERIFIER_assert(int);

struct text { int length; char data[]; };
struct list { short count; struct { char key; int value; } items[]; };

static struct text greeting = {3, "abc"};
static struct list table = {2, {{'a', 10}, {.value = 20}}};
struct text empty = {0};

int main(void)
{
    __VERIFIER_assert(sizeof greeting == sizeof(int));
    __VERIFIER_assert(greeting.data[2] == 'b' && greeting.data[3] == 0);
    __VERIFIER_assert(table.items[0].key == 'a' && table.items[0].value == 10);
    __VERIFIER_assert(table.items[1].key == 0 && table.items[1].value == 20);
    struct text *p = &greeting;
    for (int i = 0; i < p->length; i++)
        p->data[i] -= 32;
    __VERIFIER_assert(greeting.data[0] == 'A' && greeting.data[1] == 'B');
    return empty.length;
}
