/** The store in maps: tests and first steps. */
@NullMarked
package svc.store.memory;

import org.jspecify.annotations.NullMarked;
