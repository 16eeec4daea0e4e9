package svc.proto.smtp;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Caller;
import svc.cap.submission.api.Outbox;
import svc.cap.submission.api.Outbox.OutgoingMail;
import svc.cap.submission.api.Outbox.Queued;
import svc.cap.submission.api.Outbox.Reason;
import svc.cap.submission.api.Outbox.Refused;
import svc.cap.submission.api.Outbox.Result;

/** Adds the messages of signed-in clients to the queue. */
record OutboxDestination(Outbox outbox) implements Destination {

    @Override
    public void checkSender(Optional<Caller> caller, String address) throws RefusedException {
        refuse(outbox.checkSender(caller.orElseThrow(), address));
    }

    @Override
    public void checkRecipient(String address) throws RefusedException {
        refuse(outbox.checkRecipient(address));
    }

    private static void refuse(Optional<Refused> refused) throws RefusedException {
        if (refused.isPresent()) {
            throw refusal(refused.get());
        }
    }

    /** Returns the refusal with the description of the outbox. */
    private static RefusedException refusal(Refused refused) {
        Refusal refusal = refusal(refused.reason());
        String text = refused.description().replaceAll("[^ -~]", "?");
        return new RefusedException(refusal, new SmtpReply(refusal.code(), refusal.enhancedCode(), text));
    }

    private static Refusal refusal(Reason reason) {
        return switch (reason) {
            case SUBMISSION_OFF -> Refusal.SUBMISSION_OFF;
            case DOMAIN_UNPROVEN -> Refusal.DOMAIN_UNPROVEN;
            case FOREIGN_SENDER -> Refusal.FOREIGN_SENDER;
            case FOREIGN_FROM -> Refusal.FOREIGN_FROM;
            case INVALID_HEADER -> Refusal.INVALID_HEADER;
            case INVALID_RECIPIENT -> Refusal.INVALID_RECIPIENT;
            case UNKNOWN_RECIPIENT -> Refusal.UNKNOWN_RECIPIENT;
            case NO_TRANSPORT -> Refusal.NO_TRANSPORT;
            case RECIPIENT_COUNT -> Refusal.TOO_MANY_RECIPIENTS;
            case RECIPIENT_RATE -> Refusal.RECIPIENT_RATE;
            case OVER_QUOTA -> Refusal.SENDER_OVER_QUOTA;
            case STORAGE_FULL -> Refusal.STORAGE_FULL;
        };
    }

    @Override
    public Message begin(Optional<Caller> caller, Envelope envelope, Arrival arrival, Instant due) {
        return new Outgoing(outbox.begin(caller.orElseThrow(), envelope, arrival, due));
    }

    private record Outgoing(OutgoingMail mail) implements Message {

        @Override
        public OutputStream out() {
            return mail.out();
        }

        @Override
        public List<SmtpReply> finish() throws IOException, RefusedException {
            Result result = mail.send();
            if (result instanceof Refused refused) {
                throw refusal(refused);
            }
            return List.of(new SmtpReply(250, "2.0.0", "Queued as " + ((Queued) result).id() + "."));
        }

        @Override
        public void close() {
            mail.close();
        }
    }
}
