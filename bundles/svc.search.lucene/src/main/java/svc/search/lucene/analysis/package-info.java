/** Analysis of texts: tokens, folding and terms. */
@NullMarked
package svc.search.lucene.analysis;

import org.jspecify.annotations.NullMarked;
