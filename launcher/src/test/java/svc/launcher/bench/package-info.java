/**
 * Measurements, run by hand with {@code make bench} on an idle machine; each prints a table. They need nothing but the JDK
 * and the distribution.
 */
@NullMarked
package svc.launcher.bench;

import org.jspecify.annotations.NullMarked;
