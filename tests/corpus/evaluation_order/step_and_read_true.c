// expect: TRUE
// check: order
// why: i++ + j is defined

int main(void)
{
    int i = 1, j = 2;
    int x = i++ + j;
    i = i + 1;
    i = j = 3;
    return x && i++ && i;
}
