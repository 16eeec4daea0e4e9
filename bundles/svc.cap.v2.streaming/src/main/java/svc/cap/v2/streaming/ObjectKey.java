package svc.cap.v2.streaming;

/**
 * An object of an account.
 *
 * @param type its type
 * @param n its number
 */
record ObjectKey(String type, long n) {}
