package svc.mime.write;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import svc.api.time.Clock;

/**
 * Writes messages with lines of at most 78 characters where possible. The output is 7-bit, except for attached
 * messages, which must not be encoded (RFC 2046 §5.2.1), and raw values from a client. Thread-safe if the random
 * generator is thread-safe.
 */
public final class MessageWriter {

    private static final String LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_LETTERS = 26;
    private static final byte[] CRLF = {'\r', '\n'};

    private final Clock clock;
    private final RandomGenerator random;
    private final String host;

    /**
     * Creates a writer.
     *
     * @param clock the source of the Date field of messages without this field
     * @param random the source of boundaries and Message-IDs
     * @param host the domain of generated Message-IDs
     */
    public MessageWriter(Clock clock, RandomGenerator random, String host) {
        this.clock = clock;
        this.random = random;
        this.host = host;
    }

    /** Writes a message; stored parts are streamed. */
    public void write(MessageDraft draft, OutputStream out) throws IOException {
        PlannedPart body = new EncodingPlanner(this::boundary).of(draft.body());
        BufferedOutputStream buffered = new BufferedOutputStream(out);
        List<MessageDraft.Field> fields = new ArrayList<>(draft.fields());
        complete(fields, draft.body().fields());
        header(fields, body, buffered);
        body(body, buffered);
        buffered.flush();
    }

    private void complete(List<MessageDraft.Field> fields, List<MessageDraft.Field> ofBody) {
        if (lacks(fields, "Date") && lacks(ofBody, "Date")) {
            MessageDraft.Value now = new MessageDraft.Value.Date(clock.now().atOffset(ZoneOffset.UTC));
            fields.add(new MessageDraft.Field("Date", now));
        }
        if (lacks(fields, "Message-ID") && lacks(ofBody, "Message-ID")) {
            MessageDraft.Value id = new MessageDraft.Value.MessageIds(List.of(randomLetters() + '@' + host));
            fields.add(new MessageDraft.Field("Message-ID", id));
        }
        if (lacks(fields, "MIME-Version") && lacks(ofBody, "MIME-Version")) {
            fields.add(new MessageDraft.Field("MIME-Version", new MessageDraft.Value.Raw(" 1.0")));
        }
    }

    private static boolean lacks(List<MessageDraft.Field> fields, String name) {
        return fields.stream().noneMatch(field -> field.name().equalsIgnoreCase(name));
    }

    /**
     * Returns a new boundary. It contains an equals sign followed by an underscore. This sequence occurs in neither
     * base64 nor quoted-printable (RFC 2045 §6.7).
     */
    private String boundary() {
        return "=_" + randomLetters();
    }

    private String randomLetters() {
        StringBuilder text = new StringBuilder(RANDOM_LETTERS);
        for (int i = 0; i < RANDOM_LETTERS; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    private static void header(List<MessageDraft.Field> fields, PlannedPart part, OutputStream out) throws IOException {
        List<MessageDraft.Field> all = new ArrayList<>(fields);
        all.addAll(part.fields());
        for (MessageDraft.Field field : all) {
            out.write(FieldWriter.line(field).getBytes(StandardCharsets.UTF_8));
        }
        out.write(CRLF);
    }

    private static void body(PlannedPart part, OutputStream out) throws IOException {
        if (part instanceof PlannedPart.Leaf leaf) {
            leaf.encoding().write(leaf.octets(), leaf.size(), out);
            return;
        }
        PlannedPart.Multipart multipart = (PlannedPart.Multipart) part;
        byte[] delimiter = ("--" + multipart.boundary()).getBytes(StandardCharsets.US_ASCII);
        for (PlannedPart child : multipart.parts()) {
            out.write(delimiter);
            out.write(CRLF);
            header(List.of(), child, out);
            body(child, out);
            out.write(CRLF);
        }
        out.write(delimiter);
        out.write(new byte[] {'-', '-', '\r', '\n'});
    }
}
