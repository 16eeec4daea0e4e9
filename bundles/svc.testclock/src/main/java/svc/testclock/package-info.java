/** A clock that tests move; never in the distribution. */
@NullMarked
package svc.testclock;

import org.jspecify.annotations.NullMarked;
