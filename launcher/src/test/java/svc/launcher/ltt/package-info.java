/**
 * The type Task of the test extension for a client library of another author: the classes that it writes and reads, and
 * their URN. The library finds them by the lists in {@code META-INF/rs.ltt.jmap.common.*}. Its annotation processor,
 * which would write these lists, is not published.
 */
@NullMarked
@JmapNamespace("urn:example:tasks")
package svc.launcher.ltt;

import org.jspecify.annotations.NullMarked;
import rs.ltt.jmap.annotation.JmapNamespace;
