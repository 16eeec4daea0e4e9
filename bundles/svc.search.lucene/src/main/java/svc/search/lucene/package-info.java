/**
 * Full-text search with Lucene. Each account and type has an index in a folder of its own, which is updated from the
 * change log. Changes that are not indexed yet are read during the search.
 */
@NullMarked
package svc.search.lucene;

import org.jspecify.annotations.NullMarked;
