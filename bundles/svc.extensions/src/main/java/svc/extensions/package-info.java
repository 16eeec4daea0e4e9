/** Watches the extensions folder and gives every jar exactly one verdict. */
@NullMarked
package svc.extensions;

import org.jspecify.annotations.NullMarked;
