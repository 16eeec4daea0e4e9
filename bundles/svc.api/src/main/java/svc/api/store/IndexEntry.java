package svc.api.store;

/**
 * An object under a key, in the index of one of its properties. Keys are compared byte by byte, unsigned, a beginning
 * before what it begins.
 *
 * @param property the property
 * @param key the key
 * @param n the object
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; a copy per entry would cost more than it protects
public record IndexEntry(String property, byte[] key, long n) {}
