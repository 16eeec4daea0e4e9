/** Object types that are declared as records: codec, validation, filter, sort and storage. */
@NullMarked
package svc.core.records;

import org.jspecify.annotations.NullMarked;
