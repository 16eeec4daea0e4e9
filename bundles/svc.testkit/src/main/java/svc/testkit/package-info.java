/**
 * Contract tests and annotations for tests. The bundle is published for authors of bundles, but never deployed in a
 * server.
 */
@NullMarked
package svc.testkit;

import org.jspecify.annotations.NullMarked;
