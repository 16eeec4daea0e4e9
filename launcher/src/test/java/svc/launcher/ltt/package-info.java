/**
 * The type Task of the tests' capability in the words of a client library that nobody here wrote: which classes it writes
 * and reads, and under which URN. The library finds them by the lists in {@code META-INF/rs.ltt.jmap.common.*}, which its
 * annotation processor would write; that one is not published.
 */
@NullMarked
@JmapNamespace("urn:example:tasks")
package svc.launcher.ltt;

import org.jspecify.annotations.NullMarked;
import rs.ltt.jmap.annotation.JmapNamespace;
