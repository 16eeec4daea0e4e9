/** Generated requests for any type, which depend on its description and its objects only, and plain values. */
@NullMarked
package svc.testkit.engine.generated;

import org.jspecify.annotations.NullMarked;
