/** A clock for tests of a running server, which an operation can advance. Never part of the distribution. */
@NullMarked
package svc.testclock;

import org.jspecify.annotations.NullMarked;
