package svc.proto.smtp;

import java.io.Serial;
import svc.api.delivery.SmtpReply;

/** Thrown if a command or a message is refused. */
final class RefusedException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Refusal refusal;
    private final transient SmtpReply reply;

    RefusedException(Refusal refusal, SmtpReply reply) {
        super(reply.toString(), null, false, false);
        this.refusal = refusal;
        this.reply = reply;
    }

    Refusal refusal() {
        return refusal;
    }

    SmtpReply reply() {
        return reply;
    }
}
