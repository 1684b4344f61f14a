// expect: FALSE
// native: skip
// why: a number of type _Float16 that is only stored, compared and converted; not every 32-bit machine has it

extern void __VERIFIER_assert(int);

int main(void)
{
    _Float16 tenth = 0.1f16, same = tenth;
    __VERIFIER_assert(tenth == same && (double)tenth > 0.1);
    __VERIFIER_assert((float)tenth * 3 > 0.29f && sizeof tenth == 2);
    return 0;
}
