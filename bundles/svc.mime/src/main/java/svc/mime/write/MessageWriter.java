package svc.mime;

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
 * Writes messages: in lines of 78 characters where that can be, and in 7-bit bytes but for messages that are attached, which must
 * not be encoded (RFC 2046 §5.2.1), and what a client gave raw. Any thread, if the source of randomness is for any.
 */
public final class MessageWriter {

    private static final String LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_LETTERS = 26;
    private static final byte[] CRLF = {'\r', '\n'};

    private final Clock clock;
    private final RandomGenerator random;
    private final String host;

    /**
     * A writer.
     *
     * @param clock the Date of messages that have none
     * @param random boundaries and Message-IDs
     * @param host what stands after the @ of a Message-ID
     */
    public MessageWriter(Clock clock, RandomGenerator random, String host) {
        this.clock = clock;
        this.random = random;
        this.host = host;
    }

    /** Writes a message; what is stored is streamed. */
    public void write(Draft draft, OutputStream out) throws IOException {
        Planned body = new Plan(this::boundary).of(draft.body());
        BufferedOutputStream buffered = new BufferedOutputStream(out);
        List<Draft.Field> fields = new ArrayList<>(draft.fields());
        complete(fields, draft.body().fields());
        header(fields, body, buffered);
        body(body, buffered);
        buffered.flush();
    }

    private void complete(List<Draft.Field> fields, List<Draft.Field> ofBody) {
        if (lacks(fields, "Date") && lacks(ofBody, "Date")) {
            Draft.Value now = new Draft.Value.Date(clock.now().atOffset(ZoneOffset.UTC));
            fields.add(new Draft.Field("Date", now));
        }
        if (lacks(fields, "Message-ID") && lacks(ofBody, "Message-ID")) {
            Draft.Value id = new Draft.Value.MessageIds(List.of(letters() + '@' + host));
            fields.add(new Draft.Field("Message-ID", id));
        }
        if (lacks(fields, "MIME-Version") && lacks(ofBody, "MIME-Version")) {
            fields.add(new Draft.Field("MIME-Version", new Draft.Value.Raw(" 1.0")));
        }
    }

    private static boolean lacks(List<Draft.Field> fields, String name) {
        return fields.stream().noneMatch(field -> field.name().equalsIgnoreCase(name));
    }

    /** An equals sign before an underscore stands in no base64 and no quoted-printable (RFC 2045 §6.7). */
    private String boundary() {
        return "=_" + letters();
    }

    private String letters() {
        StringBuilder text = new StringBuilder(RANDOM_LETTERS);
        for (int i = 0; i < RANDOM_LETTERS; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }

    private static void header(List<Draft.Field> fields, Planned part, OutputStream out) throws IOException {
        List<Draft.Field> all = new ArrayList<>(fields);
        all.addAll(part.fields());
        for (Draft.Field field : all) {
            out.write(FieldWriter.line(field).getBytes(StandardCharsets.UTF_8));
        }
        out.write(CRLF);
    }

    private static void body(Planned part, OutputStream out) throws IOException {
        if (part instanceof Planned.Leaf leaf) {
            leaf.encoding().write(leaf.octets(), leaf.size(), out);
            return;
        }
        Planned.Multipart multipart = (Planned.Multipart) part;
        byte[] delimiter = ("--" + multipart.boundary()).getBytes(StandardCharsets.US_ASCII);
        for (Planned child : multipart.parts()) {
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
