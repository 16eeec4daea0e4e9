package svc.mime;

import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A header field with its value in the forms of RFC 8621 §4.1.2. A malformed value never causes an exception.
 * Immutable.
 */
public final class HeaderField {

    private final byte[] header;
    private final int from;
    private final int end;
    private final int nameEnd;
    private final int valueFrom;

    private HeaderField(byte[] header, int from, int end, int nameEnd, int valueFrom) {
        this.header = header;
        this.from = from;
        this.end = end;
        this.nameEnd = nameEnd;
        this.valueFrom = valueFrom;
    }

    /** Returns a field with a raw value, as it would be written in a message. */
    public static HeaderField of(String name, String raw) {
        byte[] line = (name + ':' + raw).getBytes(StandardCharsets.UTF_8);
        int nameEnd = name.getBytes(StandardCharsets.UTF_8).length;
        return new HeaderField(line, 0, line.length, nameEnd, nameEnd + 1);
    }

    /** Returns the field that the bytes between two positions of a header contain; null if they are not a field. */
    static @Nullable HeaderField of(byte[] header, int from, int end) {
        int at = from;
        while (at < end && header[at] > ' ' && header[at] != ':' && header[at] != 0x7f) {
            at++;
        }
        int nameEnd = at;
        // The obsolete syntax allows white space before the colon (RFC 5322 §4.5).
        while (at < end && (header[at] == ' ' || header[at] == '\t')) {
            at++;
        }
        return nameEnd == from || at == end || header[at] != ':'
                ? null
                : new HeaderField(header, from, end, nameEnd, at + 1);
    }

    /** Returns the name as written in the header. */
    public String name() {
        return new String(header, from, nameEnd - from, StandardCharsets.UTF_8);
    }

    /** Returns whether the field has this name, ignoring ASCII case. */
    boolean is(String name) {
        if (name.length() != nameEnd - from) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (lower(name.charAt(i)) != lower((char) header[from + i])) {
                return false;
            }
        }
        return true;
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
    }

    /** Returns the position of the field in the header. */
    public int offset() {
        return from;
    }

    /** Returns the length of the field in bytes, including its line breaks. */
    public int length() {
        return end - from;
    }

    /** Returns the value in the Raw form (RFC 8621 §4.1.2.1). */
    public String raw() {
        int stop = end;
        if (stop > valueFrom && header[stop - 1] == '\n') {
            stop--;
            if (stop > valueFrom && header[stop - 1] == '\r') {
                stop--;
            }
        }
        String value = new String(header, valueFrom, stop - valueFrom, StandardCharsets.UTF_8);
        return value.indexOf('\0') < 0 ? value : value.replace("\0", "");
    }

    /** Returns the value unfolded into one line, as the parsers of structured forms expect it. */
    public String unfolded() {
        String raw = raw();
        if (raw.indexOf('\n') < 0 && raw.indexOf('\r') < 0) {
            return raw.strip();
        }
        StringBuilder line = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '\r' && c != '\n') {
                line.append(c);
            }
        }
        return line.toString().strip();
    }

    /** Returns the value in the Text form (RFC 8621 §4.1.2.2). */
    public String text() {
        return EncodedWords.text(raw());
    }

    /** Returns the value in the Addresses form (RFC 8621 §4.1.2.3). */
    public List<Address> addresses() {
        return groupedAddresses().stream()
                .flatMap(group -> group.addresses().stream())
                .toList();
    }

    /** Returns the value in the GroupedAddresses form (RFC 8621 §4.1.2.4). */
    public List<AddressGroup> groupedAddresses() {
        return new AddressList(unfolded()).groups();
    }

    /** Returns the value in the MessageIds form (RFC 8621 §4.1.2.5); null if it has no message id. */
    public @Nullable List<String> messageIds() {
        return AngleBracketParser.messageIds(unfolded());
    }

    /** Returns the value in the Date form (RFC 8621 §4.1.2.6); null if it is not a date-time. */
    public @Nullable OffsetDateTime date() {
        return new DateTime(unfolded()).value();
    }

    /** Returns the value in the URLs form (RFC 8621 §4.1.2.7); null if it has no URL. */
    public @Nullable List<String> urls() {
        return AngleBracketParser.urls(unfolded());
    }

    @Override
    public String toString() {
        return name() + ':' + raw();
    }
}
