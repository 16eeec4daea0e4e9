/** The index of one type in one account: files, documents, commits, and updates from the change log. */
@NullMarked
package svc.search.lucene.index;

import org.jspecify.annotations.NullMarked;
