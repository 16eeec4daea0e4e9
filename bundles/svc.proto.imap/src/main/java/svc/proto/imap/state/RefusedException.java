package svc.proto.imap.state;

import java.io.Serial;
import svc.proto.imap.response.ResponseCode;

/** Thrown if a command is refused; the reply says why. */
public final class RefusedException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Reply reply;

    /** Creates the exception with the tagged response. */
    public RefusedException(Reply reply) {
        super(reply.text());
        this.reply = reply;
    }

    /** Creates the exception of a failure. */
    public RefusedException(ResponseCode code, String text) {
        this(Reply.no(code, text));
    }

    /** Returns the tagged response. */
    public Reply reply() {
        return reply;
    }
}
