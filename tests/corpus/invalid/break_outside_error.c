// expect: ERROR: break
// why: a break outside of any loop

int main(void)
{
    break;
    return 0;
}
