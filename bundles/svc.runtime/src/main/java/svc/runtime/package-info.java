/** The clock, the doctor, the log level, the version and the way down. */
@NullMarked
package svc.runtime;

import org.jspecify.annotations.NullMarked;
