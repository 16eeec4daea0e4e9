package svc.mime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The header fields of a message or part, in their order. Immutable. */
public final class Headers {

    /** None. */
    static final Headers NONE = new Headers(List.of());

    private final List<HeaderField> fields;

    private Headers(List<HeaderField> fields) {
        this.fields = fields;
    }

    /**
     * Those of a header as it lies in the message, with or without the empty line that ends it. Lines that are no field are
     * passed over with what continues them.
     */
    public static Headers of(byte[] header) {
        return of(header, header.length);
    }

    /** Those of the beginning of an array that nobody changes. */
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

    /** The place after the last line of the field that begins at a place. */
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

    /** All fields. */
    public List<HeaderField> fields() {
        return fields;
    }

    /** The last of a name; names are compared without regard to case. */
    public @Nullable HeaderField last(String name) {
        for (int i = fields.size() - 1; i >= 0; i--) {
            if (fields.get(i).is(name)) {
                return fields.get(i);
            }
        }
        return null;
    }

    /** The first of a name, which is the one that says what a part is. */
    @Nullable
    HeaderField first(String name) {
        for (HeaderField field : fields) {
            if (field.is(name)) {
                return field;
            }
        }
        return null;
    }

    /** All of a name. */
    public List<HeaderField> all(String name) {
        return fields.stream().filter(field -> field.is(name)).toList();
    }
}
