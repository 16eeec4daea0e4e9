/** The class of a bundle that the tests build. */
@NullMarked
package svc.config.guest;

import org.jspecify.annotations.NullMarked;
