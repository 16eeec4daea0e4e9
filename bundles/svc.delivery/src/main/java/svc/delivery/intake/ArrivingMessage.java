package svc.delivery.intake;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.StorageFullException;
import svc.api.delivery.Arrival;
import svc.api.delivery.CheckResult;
import svc.api.delivery.Envelope;
import svc.api.delivery.IncomingMail;
import svc.api.delivery.RecipientOutcome;
import svc.api.delivery.SmtpReply;
import svc.api.store.StoreException;
import svc.api.time.Clock;
import svc.delivery.ServerIdentity;
import svc.delivery.filing.FiledCopies;
import svc.delivery.filing.LocalDelivery;
import svc.delivery.filing.MessageHead;
import svc.delivery.filing.TraceFields;
import svc.delivery.queue.DeliveryKey;
import svc.delivery.trace.StoredMailTrace;
import svc.delivery.trace.TraceId;
import svc.delivery.trace.TracedMessage;
import svc.mime.Octets;

/** A message that arrives from outside. Its octets go to the spool, the hash and the checks. Not thread-safe. */
final class ArrivingMessage implements IncomingMail {

    private static final Logger LOG = LoggerFactory.getLogger(ArrivingMessage.class);

    private static final SmtpReply LONG_HEADER =
            new SmtpReply(552, "5.3.4", "The header section of the message is too long.");

    /** The number of octets of the hash in the id of a message whose arrival has none. */
    private static final int ID_BYTES = 8;

    private final Envelope envelope;
    private final Arrival arrival;
    private final MessageSpool spool;
    private final RunningChecks checks;
    private final Services services;
    private final MessageDigest digest;
    private final OutputStream out = new Output();
    private boolean isClosed;

    ArrivingMessage(Envelope envelope, Arrival arrival, MessageSpool spool, RunningChecks checks, Services services) {
        this.envelope = envelope;
        this.arrival = arrival;
        this.spool = spool;
        this.checks = checks;
        this.services = services;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        digest.update(envelope.sender().getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }

    /** The parts of the server that a message needs. */
    record Services(
            Executor threads, Clock clock, ServerIdentity identity, JointFiling filing, StoredMailTrace trace) {}

    private final class Output extends OutputStream {

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (isClosed) {
                throw new IOException("The message is closed.");
            }
            digest.update(bytes, offset, length);
            checks.write(bytes, offset, length);
            spool.write(bytes, offset, length);
        }
    }

    @Override
    public OutputStream out() {
        return out;
    }

    @Override
    public List<RecipientOutcome> accept() throws IOException {
        if (isClosed) {
            throw new IllegalStateException("the message is closed");
        }
        isClosed = true;
        byte[] hash = digest.digest();
        TraceId id =
                TraceId.of(arrival.trace().isEmpty() ? HexFormat.of().formatHex(hash, 0, ID_BYTES) : arrival.trace());
        try {
            return accept(spool.octets(), hash, id);
        } catch (StorageFullException e) {
            return all(LocalDelivery.STORAGE_FULL, traced(id, Optional.empty(), List.of()));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.FULL) {
                return all(LocalDelivery.STORAGE_FULL, traced(id, Optional.empty(), List.of()));
            }
            throw new IOException("The message could not be stored.", e);
        } finally {
            release();
        }
    }

    private List<RecipientOutcome> accept(Octets message, byte[] hash, TraceId id) throws IOException {
        MessageHead head = MessageHead.read(message, spool.size());
        // Fields beyond the limit could not be removed.
        Optional<SmtpReply> rejection = head.isTooLong() ? Optional.of(LONG_HEADER) : head.rejection();
        if (rejection.isPresent()) {
            return all(rejection.get(), traced(id, head.headers().messageId(), List.of()));
        }
        List<CheckResult> results = checks.finish(services.threads(), services.clock());
        List<String> fields =
                results.stream().flatMap(result -> result.fields().stream()).toList();
        TracedMessage traced = traced(id, head.headers().messageId(), fields);
        rejection =
                results.stream().flatMap(result -> result.rejection().stream()).findFirst();
        if (rejection.isPresent()) {
            return all(rejection.get(), traced);
        }
        FiledCopies.Source source = new FiledCopies.Source(
                message,
                spool.size(),
                head,
                TraceFields.returnPath(envelope.sender()),
                TraceFields.received(envelope, arrival, services.identity().hostname(), id)
                        + fields.stream().map(field -> field + "\r\n").collect(Collectors.joining()),
                results.stream().flatMap(result -> result.removals().stream()).toList());
        boolean junk = results.stream().anyMatch(CheckResult::quarantine);
        return services.filing().file(envelope, arrival, source, DeliveryKey.ofOctets(hash), junk, traced);
    }

    private TracedMessage traced(TraceId id, Optional<String> messageId, List<String> fields) {
        return new TracedMessage(
                id, Optional.of(arrival), Optional.of(envelope.sender()), messageId, spool.size(), fields);
    }

    /** Refuses the message for all recipients. */
    private List<RecipientOutcome> all(SmtpReply reply, TracedMessage traced) {
        envelope.recipients().forEach(to -> services.trace().refused(traced, arrival, to.address(), reply.toString()));
        return envelope.recipients().stream()
                .map(recipient -> new RecipientOutcome(recipient.address(), reply))
                .toList();
    }

    @Override
    public void close() {
        isClosed = true;
        release();
    }

    private void release() {
        checks.close();
        try {
            spool.discard();
        } catch (IOException e) {
            LOG.warn("The data of a dropped message could not be removed", e);
        }
    }
}
