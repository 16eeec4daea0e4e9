package svc.cap.mail;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonBuffer;
import svc.api.json.JsonSink;
import svc.mime.HeaderField;
import svc.mime.HeaderForm;
import svc.mime.Message;
import svc.mime.Preview;

/**
 * The properties of a message that lists show and that never change, each as JSON: whoever wants some of them copies slices. First
 * the lengths in the order of {@link #PROPERTIES}, then the values one after another.
 */
final class Summary {

    /** One of the convenience properties (RFC 8621 §4.1.3). */
    private record Convenience(String property, String field, HeaderForm form) {}

    private static final List<Convenience> FIELDS = List.of(
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

    /** The properties in their order; new ones go to the end. */
    static final List<String> PROPERTIES = Stream.concat(
                    FIELDS.stream().map(Convenience::property), Stream.of("preview"))
            .toList();

    private static final Map<String, Integer> PLACES =
            PROPERTIES.stream().collect(Collectors.toUnmodifiableMap(property -> property, PROPERTIES::indexOf));

    private final byte[] bytes;
    private final int[] starts = new int[PROPERTIES.size() + 1];

    /** Reads what {@link #encode} wrote. */
    Summary(byte[] bytes) {
        this.bytes = bytes;
        Varints lengths = new Varints(bytes);
        int[] each = new int[PROPERTIES.size()];
        for (int i = 0; i < each.length; i++) {
            each[i] = (int) lengths.next();
        }
        starts[0] = lengths.position();
        for (int i = 0; i < each.length; i++) {
            starts[i + 1] = starts[i] + each[i];
        }
    }

    /** Whether a property is one of them. */
    static boolean holds(String property) {
        return PLACES.containsKey(property);
    }

    /** Writes the value of a property that it {@link #holds}. */
    void write(JsonSink out, String property) {
        int place = place(property);
        out.encoded(bytes, starts[place], starts[place + 1]);
    }

    /** The value of a property that it {@link #holds}, as JSON. */
    byte[] json(String property) {
        int place = place(property);
        return Arrays.copyOfRange(bytes, starts[place], starts[place + 1]);
    }

    private static int place(String property) {
        Integer place = PLACES.get(property);
        if (place == null) {
            throw new IllegalArgumentException("no summary holds " + property);
        }
        return place;
    }

    /** That of a message that was read with text. */
    static byte[] encode(Json json, Message message) {
        JsonBuffer values = json.buffer();
        ByteArrayOutputStream lengths = new ByteArrayOutputStream();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        values.array();
        for (Convenience one : FIELDS) {
            @Nullable HeaderField field = message.headers().last(one.field());
            JsonBuffer.Mark mark = values.mark();
            HeaderJson.write(values, one.form(), field);
            put(values.since(mark), lengths, all);
        }
        JsonBuffer.Mark mark = values.mark();
        values.text(Preview.of(message));
        put(values.since(mark), lengths, all);
        lengths.writeBytes(all.toByteArray());
        return lengths.toByteArray();
    }

    private static void put(byte[] value, ByteArrayOutputStream lengths, ByteArrayOutputStream all) {
        Varints.write(lengths, value.length);
        all.writeBytes(value);
    }
}
