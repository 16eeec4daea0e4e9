package svc.cap.mail.message;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.json.Json;
import svc.api.metrics.Histogram;
import svc.api.time.Clock;
import svc.cap.mail.api.MailStore;
import svc.mime.Address;
import svc.mime.BaseSubject;
import svc.mime.BodyParts;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.Message;
import svc.mime.MessageReader;
import svc.mime.ReadLimits;
import svc.mime.ReadOptions;
import svc.mime.ThreadKeys;

/**
 * Parses incoming messages: in one pass, outside the writer thread, and never with a whole message in memory. The
 * result contains everything that the tables store. Thread-safe.
 */
@Component(service = MessageParser.class)
public final class MessageParser {

    private static final int BEGINNING = 512;
    private static final int ESCAPE = 0x1B; // the escape character of ISO-2022-JP

    /**
     * A header field name (RFC 5322 §2.2 and §4.5): printable ASCII without a colon, then optional space, then the
     * colon.
     */
    private static final Pattern FIELD = Pattern.compile("[!-9;-~]{1,128}[ \\t]*:");

    private final Json json;
    private final Clock clock;
    private final MessageReader reader = new MessageReader(ReadLimits.USUAL);
    private final Histogram timings = new Histogram();

    @Activate
    public MessageParser(@Reference Json json, @Reference Clock clock) {
        this.json = json;
        this.clock = clock;
    }

    /**
     * The result of parsing a message.
     *
     * @param message the data for the tables
     * @param received the time in the most recent {@code Received} field (RFC 8621 §4.8)
     */
    public record Parsed(ParsedMessage message, Optional<Instant> received) implements MailStore.ParsedMessage {

        @Override
        public BlobId blob() {
            return message.blob();
        }

        @Override
        public long size() {
            return message.size();
        }
    }

    /**
     * Parses a delivered message. A text without a header counts as a body. Returns empty if the blob is neither a
     * message nor text. Errors inside a message are tolerated.
     */
    public Optional<Parsed> read(StoredBlob blob) throws IOException {
        Message message = message(blob);
        return hasHeader(blob, message) || beginsWithText(blob) ? Optional.of(parsed(blob, message)) : Optional.empty();
    }

    /** Parses a blob as a message. Returns empty if it has no header field (RFC 8621 §4.8). */
    public Optional<Parsed> readWithHeader(StoredBlob blob) throws IOException {
        Message message = message(blob);
        return hasHeader(blob, message) ? Optional.of(parsed(blob, message)) : Optional.empty();
    }

    private Parsed parsed(StoredBlob blob, Message message) {
        return new Parsed(parse(blob, message), Optional.ofNullable(received(message.headers())));
    }

    /** Parses a message. The result includes the hashes of the parts and the text. */
    public Message message(StoredBlob blob) throws IOException {
        long start = clock.nanos();
        Message message = reader.read(blob::send, blob.size(), ReadOptions.ARRIVAL);
        timings.observe(clock.nanos() - start);
        return message;
    }

    /** Returns whether a message has a header field, even one that is too long for the parser. */
    public static boolean hasHeader(StoredBlob blob, Message message) throws IOException {
        return !message.headers().fields().isEmpty() || beginsWithField(blob);
    }

    /** Returns the histogram of parsing times. */
    public Histogram histogram() {
        return timings;
    }

    private ParsedMessage parse(StoredBlob blob, Message message) {
        Headers headers = message.headers();
        ThreadKeys keys = ThreadKeys.of(headers);
        return new ParsedMessage(
                blob.id(),
                blob.size(),
                instant(headers.last("Date")),
                BodyParts.of(message.root()).hasAttachment(),
                EmailSummary.encode(json, message),
                BodyStructureCodec.encode(message.root()),
                keys.ids(),
                keys.subject(),
                order(headers),
                PartIndex.parts(message, blob.id()));
    }

    private static ParsedMessage.Order order(Headers headers) {
        HeaderField subject = headers.last("Subject");
        return new ParsedMessage.Order(
                subject == null ? "" : BaseSubject.of(subject.text()), first(headers, "From"), first(headers, "To"));
    }

    /** Returns the first address of a field, by name if it has one (RFC 8621 §4.4.2). */
    private static String first(Headers headers, String name) {
        HeaderField field = headers.last(name);
        List<Address> addresses = field == null ? List.of() : field.addresses();
        if (addresses.isEmpty()) {
            return "";
        }
        String shown = addresses.get(0).name();
        return shown == null || shown.isEmpty() ? addresses.get(0).email() : shown;
    }

    /** Returns the time in the first {@code Received} field, which is the most recent (RFC 5321 §4.4). */
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
        } catch (DateTimeException e) { // The date is outside the range of Instant.
            return null;
        }
    }

    /** Returns whether a blob begins with text, as a message without a header can. */
    private static boolean beginsWithText(StoredBlob blob) throws IOException {
        CharBuffer text = CharBuffer.allocate(BEGINNING);
        // A character that is truncated at the end is not an error.
        CoderResult read = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(beginning(blob)), text, false);
        return !read.isError()
                && text.position() > 0
                && text.flip()
                        .chars()
                        .allMatch(c -> !Character.isISOControl(c) || Character.isWhitespace(c) || c == ESCAPE);
    }

    /** Returns whether a blob begins with a header field, even if the field is too long for the parser. */
    private static boolean beginsWithField(StoredBlob blob) throws IOException {
        return FIELD.matcher(new String(beginning(blob), StandardCharsets.ISO_8859_1))
                .lookingAt();
    }

    private static byte[] beginning(StoredBlob blob) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        blob.send(0, Math.min(BEGINNING, blob.size()), bytes);
        return bytes.toByteArray();
    }
}
