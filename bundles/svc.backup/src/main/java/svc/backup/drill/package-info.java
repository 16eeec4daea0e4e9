/** Rehearsals of a restore, on the server and on other machines. */
@NullMarked
package svc.backup.drill;

import org.jspecify.annotations.NullMarked;
