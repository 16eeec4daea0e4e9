/** Free pages of the database, the reserve file, and the probe of the disk. */
@NullMarked
package svc.store.sqlite.disk;

import org.jspecify.annotations.NullMarked;
