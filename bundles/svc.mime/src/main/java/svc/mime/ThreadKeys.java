package svc.mime;

/**
 * By what messages belong together (RFC 8621 §3): the same thread when they share an id and have the same subject.
 *
 * @param ids the first eight bytes of the SHA-256 of each id in Message-ID, In-Reply-To and References, each once
 * @param subject the same of the base subject, case and white space aside
 */
public record ThreadKeys(long[] ids, long subject) {

    /** Those of a message. */
    public static ThreadKeys of(Headers headers) {
        throw new UnsupportedOperationException();
    }

    /** The key of one id, without angle brackets. */
    public static long id(String messageId) {
        throw new UnsupportedOperationException(messageId);
    }
}
