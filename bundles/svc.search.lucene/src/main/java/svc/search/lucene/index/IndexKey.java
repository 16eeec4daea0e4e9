package svc.search.lucene;

/**
 * Which index.
 *
 * @param account the number of the account
 * @param type the type of the objects
 */
record IndexKey(long account, String type) {}
