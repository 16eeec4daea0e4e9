/** The inspection of an extension jar before it is loaded. */
@NullMarked
package svc.extensions.jar;

import org.jspecify.annotations.NullMarked;
