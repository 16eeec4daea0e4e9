/** The repository format: names of objects, sealed chunks and objects, manifests, file entries and indexes. */
@NullMarked
package svc.backup.format;

import org.jspecify.annotations.NullMarked;
