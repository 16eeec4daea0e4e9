/**
 * Measurements, run by hand with {@code make bench} on an idle machine; they print one table. They measure the distribution
 * from outside, and the store alone in a process of its own ({@code svc.store.sqlite.StoreBench}).
 */
@NullMarked
package svc.launcher.bench;

import org.jspecify.annotations.NullMarked;
