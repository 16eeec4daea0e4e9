/** Operations on bundles, and the steps of start and shutdown. */
@NullMarked
package svc.extensions.operations;

import org.jspecify.annotations.NullMarked;
