/** Tests of the search. */
@org.jspecify.annotations.NullMarked
package svc.search.lucene;
