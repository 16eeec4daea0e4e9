/** Registers the operation that shows the status of the server. */
@NullMarked
package svc.admin;

import org.jspecify.annotations.NullMarked;
