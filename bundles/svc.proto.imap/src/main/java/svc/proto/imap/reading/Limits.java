package svc.proto.imap.reading;

/**
 * The limits of a command.
 *
 * @param text the maximum number of octets of all lines of a command together
 * @param literals the maximum number of octets of all literals of a command together, except messages
 * @param message the maximum number of octets of a message
 */
public record Limits(int text, int literals, long message) {

    /**
     * The maximum number of octets that the server reads and drops, because the client sends a literal that is too long
     * without waiting. The connection is ended when there are more.
     */
    static final int MOST_SKIPPED = 1 << 20;

    private static final int KIB = 1_024;

    /** Returns the limits of a connection before the sign-in. No message is taken. */
    public static Limits beforeSignIn() {
        return new Limits(8 * KIB, KIB, 0);
    }

    /** Returns the limits after the sign-in. */
    public static Limits afterSignIn(long message) {
        return new Limits(256 * KIB, MOST_SKIPPED, message);
    }
}
