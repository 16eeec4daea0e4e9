package svc.cap.mail;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Stored;
import svc.api.json.Json;
import svc.api.metrics.Timings;
import svc.api.time.Clock;
import svc.cap.mail.api.MailStore;
import svc.mime.Address;
import svc.mime.BaseSubject;
import svc.mime.BodyParts;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.Intake;
import svc.mime.Message;
import svc.mime.MessageReader;
import svc.mime.ReadLimits;
import svc.mime.ThreadKeys;

/**
 * Reads messages as they arrive: each once, from front to back, away from the writer and never as a whole in memory. What comes out
 * is all that the tables need of it. Any thread.
 */
@Component(service = Arrivals.class)
public final class Arrivals {

    private final Json json;
    private final Clock clock;
    private final MessageReader reader = new MessageReader(ReadLimits.USUAL);
    private final Timings timings = new Timings();

    /** Encodes with this. */
    @Activate
    public Arrivals(@Reference Json json, @Reference Clock clock) {
        this.json = json;
        this.clock = clock;
    }

    /**
     * A message that was read.
     *
     * @param arrival what it brings to the tables
     * @param received the time in the most recent Received field (RFC 8621 §4.8)
     */
    record Arrived(Arrival arrival, Optional<Instant> received) implements MailStore.Letter {

        @Override
        public BlobId blob() {
            return arrival.blob();
        }

        @Override
        public long size() {
            return arrival.size();
        }
    }

    /** Reads the message that a blob is; empty where it is none. What is broken in a message is no error. */
    Optional<Arrived> read(Stored blob) throws IOException {
        Message message = message(blob);
        return isMessage(blob, message)
                ? Optional.of(new Arrived(arrival(blob, message), Optional.ofNullable(received(message.headers()))))
                : Optional.empty();
    }

    /** The message itself, with hashes and text. */
    Message message(Stored blob) throws IOException {
        long begun = clock.nanos();
        Message message = reader.read(blob::send, blob.size(), Intake.ARRIVAL);
        timings.took(clock.nanos() - begun);
        return message;
    }

    /** Whether it begins with a header field, or with text: a message whose header is missing, or too long to be read. */
    static boolean isMessage(Stored blob, Message message) throws IOException {
        return !message.headers().fields().isEmpty() || Beginning.isText(blob);
    }

    /** How long reading took. */
    Timings timings() {
        return timings;
    }

    private Arrival arrival(Stored blob, Message message) {
        Headers headers = message.headers();
        ThreadKeys keys = ThreadKeys.of(headers);
        return new Arrival(
                blob.id(),
                blob.size(),
                instant(headers.last("Date")),
                BodyParts.of(message.root()).hasAttachment(),
                Summary.encode(json, message),
                Structure.encode(message.root()),
                keys.ids(),
                keys.subject(),
                order(headers),
                PartIndex.parts(message, blob.id()));
    }

    private static Arrival.Order order(Headers headers) {
        HeaderField subject = headers.last("Subject");
        return new Arrival.Order(
                subject == null ? "" : BaseSubject.of(subject.text()), first(headers, "From"), first(headers, "To"));
    }

    /** RFC 8621 §4.4.2. */
    private static String first(Headers headers, String name) {
        HeaderField field = headers.last(name);
        List<Address> addresses = field == null ? List.of() : field.addresses();
        if (addresses.isEmpty()) {
            return "";
        }
        String shown = addresses.get(0).name();
        return shown == null || shown.isEmpty() ? addresses.get(0).email() : shown;
    }

    /** RFC 5321 §4.4: the most recent one stands first. */
    private static @Nullable Instant received(Headers headers) {
        List<HeaderField> all = headers.all("Received");
        if (all.isEmpty()) {
            return null;
        }
        HeaderField newest = all.get(0);
        String text = newest.raw();
        return instant(HeaderField.of(newest.name(), text.substring(text.lastIndexOf(';') + 1)));
    }

    private static @Nullable Instant instant(@Nullable HeaderField field) {
        OffsetDateTime date = field == null ? null : field.date();
        try {
            return date == null ? null : date.toInstant();
        } catch (DateTimeException e) { // beyond what an instant can say
            return null;
        }
    }
}
