package svc.proto.pop3;

import java.io.Serial;

/** Thrown if the reply to a command is negative. The message is the text of the reply after {@code -ERR}. */
final class RefusedException extends Exception {

    /** The response code of wrong credentials (RFC 3206 §4). */
    static final String AUTH = "AUTH";

    /** The response code of a problem that ends without a change of the configuration (RFC 3206 §3). */
    static final String SYS_TEMP = "SYS/TEMP";

    /** The response code of a problem that an operator must solve (RFC 3206 §3). */
    static final String SYS_PERM = "SYS/PERM";

    /** The response code of a maildrop that another session has locked (RFC 2449 §8.1.2). */
    static final String IN_USE = "IN-USE";

    /** The response code of sign-ins that follow each other too fast (RFC 2449 §8.1.1). */
    static final String LOGIN_DELAY = "LOGIN-DELAY";

    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean closes;

    RefusedException(String text) {
        this(text, false);
    }

    RefusedException(String code, String text) {
        this(code, text, false);
    }

    /**
     * Creates the exception.
     *
     * @param closes whether the connection ends
     */
    RefusedException(String code, String text, boolean closes) {
        this("[" + code + "] " + text, closes);
    }

    private RefusedException(String reply, boolean closes) {
        super(reply, null, false, false);
        this.closes = closes;
    }

    /** Returns the reply with its line end. */
    String reply() {
        return "-ERR " + getMessage() + "\r\n";
    }

    boolean closes() {
        return closes;
    }
}
