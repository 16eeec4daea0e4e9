/**
 * What every running server has, whatever is installed: the clock, the doctor, the log level and its way back, the version,
 * the endpoints that it tells the operator, and the wish to end.
 */
@NullMarked
package svc.runtime;

import org.jspecify.annotations.NullMarked;
