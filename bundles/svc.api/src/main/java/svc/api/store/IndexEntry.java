package svc.api.store;

/**
 * An entry in the index of a property: a key and an object. Keys are compared as unsigned bytes; a prefix sorts before
 * longer keys.
 *
 * @param property the name of the property
 * @param key the key
 * @param n the number of the object
 */
@SuppressWarnings("ArrayRecordComponent") // entries are never compared, and copies of the keys would be too expensive
public record IndexEntry(String property, byte[] key, long n) {}
