/** The property {@code shareWith} of containers (RFC 9670 §4.2). */
@NullMarked
package svc.core.sharing;

import org.jspecify.annotations.NullMarked;
