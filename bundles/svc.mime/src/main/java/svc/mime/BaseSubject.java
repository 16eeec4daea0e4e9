package svc.mime;

/** A subject without what answering, forwarding and mailing lists put before it (RFC 5256 §2.1). */
public final class BaseSubject {

    private BaseSubject() {}

    /** That of a subject in the Text form; in the case in which it is written. */
    public static String of(String subject) {
        throw new UnsupportedOperationException(subject);
    }
}
