/** The suites run against a type with one of everything, and the kit against its own promises. */
@NullMarked
package svc.testkit.engine;

import org.jspecify.annotations.NullMarked;
