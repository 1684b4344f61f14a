// expect: FALSE
// why: a function of the program may be called like a library function

extern void reach_error(void);

extern void exit(int);
static void finish(int code) { }
int main(void)
{
    finish(1);
    reach_error();
}
