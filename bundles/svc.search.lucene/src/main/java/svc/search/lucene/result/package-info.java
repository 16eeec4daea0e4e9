/** Search results: cursors over matches, including changes that are not indexed yet. */
@NullMarked
package svc.search.lucene.result;

import org.jspecify.annotations.NullMarked;
