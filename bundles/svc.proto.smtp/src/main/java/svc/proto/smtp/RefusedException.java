package svc.proto.smtp;

import java.io.Serial;
import java.util.Optional;
import svc.api.delivery.SmtpReply;

/** Thrown if a command or a message is refused. */
final class RefusedException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Refusal refusal;
    private final transient SmtpReply reply;
    private final transient Optional<String> address;

    RefusedException(Refusal refusal, SmtpReply reply) {
        this(refusal, reply, Optional.empty());
    }

    private RefusedException(Refusal refusal, SmtpReply reply, Optional<String> address) {
        super(reply.toString(), null, false, false);
        this.refusal = refusal;
        this.reply = reply;
        this.address = address;
    }

    /** Returns the exception for the command with this address. */
    RefusedException about(String given) {
        return new RefusedException(refusal, reply, Optional.of(given));
    }

    /** Returns the address of the refused MAIL or RCPT command. */
    Optional<String> address() {
        return address;
    }

    Refusal refusal() {
        return refusal;
    }

    SmtpReply reply() {
        return reply;
    }
}
