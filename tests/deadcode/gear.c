/* A gearbox. The gears are 1 to 3 and the speed has a range, so the checks for others are dead. The conditions of the
 * first decision depend on one another (`gear` cannot be 1 and 2 at once), and each decides all the same. */
// entry: shift
#include <stdint.h>

uint8_t speed; /* ferric3: input 0..200 */
_Bool lever;
static uint8_t gear = 1;

uint8_t shift(void) {
    if ((gear == 1 && speed > 30) || (gear == 2 && speed > 60) || lever) {
        if (gear < 3)
            gear++;
    } else if (gear > 1 && speed < 20) {
        gear--;
    }
    if (gear == 0 || gear > 3)
        gear = 1;
    if (speed > 200 && gear == 1)
        gear = 2;
    return gear;
}
