/**
 * Measurements, run by hand with {@code make bench} on an idle machine; they print one table. They measure the distribution
 * from outside, the store and the store of blobs alone in a process each ({@code StoreBench}, {@code BlobBench}).
 */
@NullMarked
package svc.launcher.bench;

import org.jspecify.annotations.NullMarked;
