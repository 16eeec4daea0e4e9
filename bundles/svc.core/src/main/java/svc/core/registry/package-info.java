/** The registry of capabilities, types and methods, and of the contributions that it rejected. */
@NullMarked
package svc.core.registry;

import org.jspecify.annotations.NullMarked;
