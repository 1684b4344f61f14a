// expect: FALSE
// check: bounds
// why: the address of an element behind the end of an array was taken without a complaint.
int main(void)
{
    int x[4];
    int *p = &x[5];
    return p - x;
}
