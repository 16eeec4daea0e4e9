/** Copies of the running database for backups. */
@NullMarked
package svc.store.sqlite.image;

import org.jspecify.annotations.NullMarked;
