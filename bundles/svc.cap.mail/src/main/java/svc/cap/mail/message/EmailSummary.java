package svc.cap.mail.message;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.json.JsonWriter;
import svc.mime.HeaderField;
import svc.mime.HeaderForm;
import svc.mime.Message;
import svc.mime.Preview;

/**
 * The immutable properties of an email that clients show in lists, encoded so that each value can be copied as JSON.
 * The encoding is a zero, the number of properties, the lengths of the values in the order of {@link #PROPERTIES}, then
 * the values.
 */
public final class EmailSummary {

    /** A convenience property (RFC 8621 §4.1.3): the header field that it shows or sets, and the form of its value. */
    public record Convenience(String property, String field, HeaderForm form) {}

    /** The convenience properties in the order of their stored values. */
    public static final List<Convenience> FIELDS = List.of(
            new Convenience("messageId", "Message-ID", HeaderForm.MESSAGE_IDS),
            new Convenience("inReplyTo", "In-Reply-To", HeaderForm.MESSAGE_IDS),
            new Convenience("references", "References", HeaderForm.MESSAGE_IDS),
            new Convenience("sender", "Sender", HeaderForm.ADDRESSES),
            new Convenience("from", "From", HeaderForm.ADDRESSES),
            new Convenience("to", "To", HeaderForm.ADDRESSES),
            new Convenience("cc", "Cc", HeaderForm.ADDRESSES),
            new Convenience("bcc", "Bcc", HeaderForm.ADDRESSES),
            new Convenience("replyTo", "Reply-To", HeaderForm.ADDRESSES),
            new Convenience("subject", "Subject", HeaderForm.TEXT),
            new Convenience("sentAt", "Date", HeaderForm.DATE));

    /** The properties in the order of their stored values. New properties must be added at the end. */
    static final List<String> PROPERTIES = Stream.concat(
                    FIELDS.stream().map(Convenience::property), Stream.of("preview"))
            .toList();

    /** The value of a property that a stored row does not have. */
    private static final String NOTHING = "null";

    private static final Map<String, Integer> PLACES =
            PROPERTIES.stream().collect(Collectors.toUnmodifiableMap(property -> property, PROPERTIES::indexOf));

    /**
     * A row that begins with this byte contains its number of properties. A row of svc 0.30 begins with a length
     * instead, which is never zero because no value is empty.
     */
    private static final byte COUNTED = 0;

    /** The number of properties in a row of svc 0.30. */
    private static final int UNCOUNTED = 12;

    private final byte[] bytes;
    private final int[] starts;

    /** Creates a summary from the bytes that {@link #encode} returned. */
    public EmailSummary(byte[] bytes) {
        this.bytes = bytes;
        Varints lengths = new Varints(bytes);
        boolean counted = bytes[0] == COUNTED;
        int[] each = new int[counted ? (int) (lengths.next() + lengths.next()) : UNCOUNTED];
        for (int i = 0; i < each.length; i++) {
            each[i] = (int) lengths.next();
        }
        starts = new int[each.length + 1];
        starts[0] = lengths.position();
        for (int i = 0; i < each.length; i++) {
            starts[i + 1] = starts[i] + each[i];
        }
    }

    /** Returns whether the summary has a property. */
    static boolean holds(String property) {
        return PLACES.containsKey(property);
    }

    /** Writes the value of a property that the summary {@link #holds}. */
    void write(JsonWriter out, String property) {
        int place = index(property);
        if (place + 1 < starts.length) {
            out.rawValue(bytes, starts[place], starts[place + 1]);
        } else {
            out.nullValue();
        }
    }

    /** Returns the JSON value of a property that the summary {@link #holds}. */
    public byte[] json(String property) {
        int place = index(property);
        return place + 1 < starts.length
                ? Arrays.copyOfRange(bytes, starts[place], starts[place + 1])
                : NOTHING.getBytes(StandardCharsets.US_ASCII);
    }

    private static int index(String property) {
        Integer place = PLACES.get(property);
        if (place == null) {
            throw new IllegalArgumentException("Not a summary property: " + property);
        }
        return place;
    }

    /**
     * Encodes the summary of a message. The parsed message must include its text, because the preview is made from the
     * text.
     */
    public static byte[] encode(Json json, Message message) {
        JsonBuffer values = json.buffer();
        ByteArrayOutputStream lengths = new ByteArrayOutputStream();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        values.beginArray();
        for (Convenience one : FIELDS) {
            @Nullable HeaderField field = message.headers().last(one.field());
            JsonBuffer.Mark mark = values.mark();
            HeaderJson.write(values, one.form(), field);
            put(values.bytesSince(mark), lengths, all);
        }
        JsonBuffer.Mark mark = values.mark();
        values.string(Preview.of(message));
        put(values.bytesSince(mark), lengths, all);
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        row.write(COUNTED);
        Varints.write(row, PROPERTIES.size());
        row.writeBytes(lengths.toByteArray());
        row.writeBytes(all.toByteArray());
        return row.toByteArray();
    }

    private static void put(byte[] value, ByteArrayOutputStream lengths, ByteArrayOutputStream all) {
        Varints.write(lengths, value.length);
        all.writeBytes(value);
    }
}
