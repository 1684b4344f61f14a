// <errno.h>: `errno` is an object of its own, and these functions are all that know it. They are
// there only for programs that name it; for others, those that set it do nothing.

int *__errno_location(void) {
    return &__library_errno;
}

void __library_set_errno(int number) {
    __library_errno = number;
}

// The call need not happen if nobody uses its result, because headers say that it has no effects.
void __library_perhaps_set_errno(int number) {
    if (__library_perhaps())
        __library_errno = number;
}

// A function of the library that is not modelled may set `errno`, but never to 0 (7.5 paragraph 3).
void __library_disturb_errno(int number) {
    if (number > 0)
        __library_errno = number;
}
