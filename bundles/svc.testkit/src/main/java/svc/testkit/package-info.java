/** Contract tests and annotations for tests. Published, never deployed. */
@NullMarked
package svc.testkit;

import org.jspecify.annotations.NullMarked;
