package svc.mime;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The header fields of a message or part, in order. Immutable. */
public final class Headers {

    static final Headers NONE = new Headers(List.of());

    private final List<HeaderField> fields;

    private Headers(List<HeaderField> fields) {
        this.fields = fields;
    }

    /**
     * Parses the header of a message, with or without the empty line that ends it. A line that is not a header field is
     * ignored, together with its continuation lines.
     */
    public static Headers of(byte[] header) {
        return of(header, header.length);
    }

    /** Parses the header in the first {@code length} bytes of an array. The array must not change afterwards. */
    static Headers of(byte[] header, int length) {
        List<HeaderField> fields = new ArrayList<>(24);
        int at = 0;
        while (at < length) {
            int end = fieldEnd(header, at, length);
            HeaderField field = HeaderField.of(header, at, end);
            if (field != null) {
                fields.add(field);
            }
            at = end;
        }
        return new Headers(List.copyOf(fields));
    }

    /** Returns the position after the last line of the field that starts at {@code from}. */
    private static int fieldEnd(byte[] header, int from, int length) {
        int at = from;
        do {
            while (at < length && header[at] != '\n') {
                at++;
            }
            at = Math.min(at + 1, length);
        } while (at < length && (header[at] == ' ' || header[at] == '\t'));
        return at;
    }

    /** Returns all fields. */
    public List<HeaderField> fields() {
        return fields;
    }

    /** Returns the last field with this name, ignoring case; null if there is none. */
    public @Nullable HeaderField last(String name) {
        for (int i = fields.size() - 1; i >= 0; i--) {
            if (fields.get(i).is(name)) {
                return fields.get(i);
            }
        }
        return null;
    }

    /**
     * Returns the first field with this name; null if there is none. The method is used for the fields that describe a
     * part: if such a field is repeated, the first one counts.
     */
    @Nullable
    HeaderField first(String name) {
        for (HeaderField field : fields) {
            if (field.is(name)) {
                return field;
            }
        }
        return null;
    }

    /** Returns the first id of the field Message-ID, without angle brackets; empty if there is none. */
    public Optional<String> messageId() {
        return Optional.ofNullable(last("Message-ID"))
                .map(HeaderField::messageIds)
                .flatMap(ids -> ids.stream().findFirst());
    }

    /** Returns all fields with this name, ignoring case. */
    public List<HeaderField> all(String name) {
        return fields.stream().filter(field -> field.is(name)).toList();
    }
}
