package svc.mime;

/** The line that lists of messages show of the text (RFC 8621 §4.1.4). */
public final class Preview {

    private Preview() {}

    /** That of a message that was read with text; at most 256 characters, empty when there is none. */
    public static String of(Message message) {
        throw new UnsupportedOperationException();
    }
}
