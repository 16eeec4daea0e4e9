/** The class of a bundle that the tests make. */
@NullMarked
package svc.config.guest;

import org.jspecify.annotations.NullMarked;
