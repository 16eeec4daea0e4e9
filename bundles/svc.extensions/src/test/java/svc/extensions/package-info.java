/** Extensions in a real framework, and their parts alone. */
@NullMarked
package svc.extensions;

import org.jspecify.annotations.NullMarked;
