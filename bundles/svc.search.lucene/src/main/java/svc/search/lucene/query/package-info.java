/** Translation of search queries into Lucene queries. */
@NullMarked
package svc.search.lucene.query;

import org.jspecify.annotations.NullMarked;
