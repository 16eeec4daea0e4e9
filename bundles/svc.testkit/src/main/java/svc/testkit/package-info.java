/** Contract suites and annotations for tests; published, never deployed. */
@NullMarked
package svc.testkit;

import org.jspecify.annotations.NullMarked;
