package svc.proto.smtp;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.IncomingMail;
import svc.api.delivery.MailIntake;
import svc.api.delivery.RecipientOutcome;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Caller;

/** Files messages in the accounts of this server. */
record IntakeDestination(MailIntake intake) implements Destination {

    @Override
    public void checkSender(Optional<Caller> caller, String address) {}

    @Override
    public void checkRecipient(String address) throws RefusedException {
        SmtpReply reply = intake.checkRecipient(address);
        if (!reply.isPositive()) {
            throw Refusal.ofRecipient(reply);
        }
    }

    @Override
    public Message begin(Optional<Caller> caller, Envelope envelope, Arrival arrival, Instant due) throws IOException {
        return new Incoming(intake.receive(envelope, arrival));
    }

    private record Incoming(IncomingMail mail) implements Message {

        @Override
        public OutputStream out() {
            return mail.out();
        }

        @Override
        public List<SmtpReply> finish() throws IOException {
            mail.out().close();
            return mail.accept().stream().map(RecipientOutcome::reply).toList();
        }

        @Override
        public void close() {
            mail.close();
        }
    }
}
