package svc.mail.out.send;

import java.io.IOException;

/** A host cannot take a message now: it cannot be reached, it ends the connection, or its TLS does not suffice. */
final class HostException extends IOException {

    private static final long serialVersionUID = 1L;

    /** What is missing. */
    enum Kind {
        /** The connection, or a reply that continues it. */
        CONNECTION,
        /** TLS as the policy of the domain requires it. */
        POLICY,
        /** Verified TLS or the extension REQUIRETLS, which only the message requires (RFC 8689). */
        REQUIRETLS
    }

    private final Kind kind;

    /**
     * Creates the exception.
     *
     * @param message one phrase for the log and the delivery status, without a dot at the end
     */
    HostException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** Creates the exception for a connection. */
    HostException(String message) {
        this(Kind.CONNECTION, message);
    }

    Kind kind() {
        return kind;
    }
}
