package svc.search.lucene.index;

/**
 * Identifies an index.
 *
 * @param account the number of the account
 * @param type the object type
 */
public record IndexKey(long account, String type) {}
