/**
 * Finds objects by their texts with Lucene: an index in a folder of its own for each account and type, which follows the log of
 * changes; what it does not hold yet is read when somebody asks.
 */
@NullMarked
package svc.search.lucene;

import org.jspecify.annotations.NullMarked;
