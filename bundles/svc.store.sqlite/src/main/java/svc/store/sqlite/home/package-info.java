/** The binding of database, blobs and search index to one home: identity, generation and twin files. */
@NullMarked
package svc.store.sqlite.home;

import org.jspecify.annotations.NullMarked;
