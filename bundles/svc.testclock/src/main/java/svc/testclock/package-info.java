/** A clock that stands still until a test moves it: wall time, monotonic time and alarms together. Never in the distribution. */
@NullMarked
package svc.testclock;

import org.jspecify.annotations.NullMarked;
