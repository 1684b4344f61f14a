/* A button is pressed once it was seen for five cycles. The counter never gets beyond the limit, and
 * the state has three values, so the default is dead. */
// entry: step
// init: init
#include <stdint.h>

enum state { RELEASED, PRESSED, STUCK };

_Bool button;
_Bool pressed;
static enum state state;
static uint8_t count;
static uint16_t held;

void init(void) {
    state = RELEASED;
    count = 0;
    held = 0;
}

void step(void) {
    switch (state) {
    case RELEASED:
        if (button) {
            if (++count >= 5) {
                state = PRESSED;
                count = 0;
            }
        } else if (count > 0) {
            count--;
        }
        break;
    case PRESSED:
        if (!button) {
            state = RELEASED;
            held = 0;
        } else if (++held > 20) {
            state = STUCK;
        }
        break;
    case STUCK:
        if (!button && held > 0)
            held--;
        if (held == 0)
            state = RELEASED;
        break;
    default:
        state = RELEASED;
        break;
    }
    if (count > 5)
        count = 5;
    pressed = state == PRESSED;
}
