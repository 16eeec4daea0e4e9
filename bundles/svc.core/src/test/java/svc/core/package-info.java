/** Tests of the engine on the memory store. */
@NullMarked
package svc.core;

import org.jspecify.annotations.NullMarked;
