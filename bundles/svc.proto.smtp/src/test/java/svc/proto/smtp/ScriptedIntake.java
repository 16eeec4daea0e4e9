package svc.proto.smtp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Recipient;
import svc.api.delivery.IncomingMail;
import svc.api.delivery.MailIntake;
import svc.api.delivery.RecipientOutcome;
import svc.api.delivery.SmtpReply;

/** An intake in memory. The local part of a recipient determines the replies. */
final class ScriptedIntake implements MailIntake {

    final Queue<Received> received = new ConcurrentLinkedQueue<>();
    final Queue<Envelope> dropped = new ConcurrentLinkedQueue<>();
    final AtomicLong written = new AtomicLong();

    /** A message that was accepted for at least one recipient. */
    record Received(Envelope envelope, Arrival arrival, String text) {}

    @Override
    public SmtpReply checkRecipient(String address) {
        return switch (local(address)) {
            case "full" -> SmtpReply.of("552 5.2.2 The recipient is over quota.");
            case "suspended" -> SmtpReply.of("450 4.2.1 The organization of the recipient is suspended.");
            case "foreign" -> SmtpReply.of("550 5.7.1 Relaying is denied.");
            default ->
                local(address).startsWith("unknown")
                        ? SmtpReply.of("550 5.1.1 No account has this address.")
                        : SmtpReply.of("250 2.1.5 OK");
        };
    }

    private static String local(String address) {
        return address.substring(0, address.lastIndexOf('@'));
    }

    @Override
    public IncomingMail receive(Envelope envelope, Arrival arrival) throws IOException {
        if (envelope.sender().startsWith("disk-full")) {
            throw new IOException("as the test demands");
        }
        return new Arriving(envelope, arrival);
    }

    private final class Arriving implements IncomingMail {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] octets, int from, int length) {
                super.write(octets, from, length);
                written.addAndGet(length);
            }
        };
        private final Envelope envelope;
        private final Arrival arrival;
        private boolean accepted;
        private boolean closed;

        Arriving(Envelope envelope, Arrival arrival) {
            this.envelope = envelope;
            this.arrival = arrival;
        }

        @Override
        public OutputStream out() {
            return bytes;
        }

        @Override
        public List<RecipientOutcome> accept() throws IOException {
            if (envelope.sender().startsWith("broken")) {
                throw new IOException("as the test demands");
            }
            accepted = true;
            received.add(new Received(envelope, arrival, bytes.toString(StandardCharsets.ISO_8859_1)));
            return envelope.recipients().stream().map(Arriving::outcome).toList();
        }

        private static RecipientOutcome outcome(Recipient recipient) {
            SmtpReply reply = switch (local(recipient.address())) {
                case "rejects" -> SmtpReply.of("550 5.7.1 Rejected by the recipient.");
                case "defers" -> SmtpReply.of("451 4.7.1 Try again later.");
                default -> SmtpReply.of("250 2.0.0 Accepted for " + recipient.address());
            };
            return new RecipientOutcome(recipient.address(), reply);
        }

        @Override
        public void close() {
            if (!accepted && !closed) {
                dropped.add(envelope);
            }
            closed = true;
        }
    }

    /** Returns the only received message. */
    Received only() {
        if (received.size() != 1) {
            throw new AssertionError("received: " + received);
        }
        return received.element();
    }

    void clear() {
        received.clear();
        dropped.clear();
        written.set(0);
    }
}
