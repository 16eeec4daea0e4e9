package svc.dns;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import org.xbill.DNS.Name;

/** Converts names between text and DNS. In text there are no escapes: a name has printable ASCII characters only. */
final class DnsName {

    private static final int LONGEST_NAME = 253; // 255 octets with the length of the first label and the root label
    private static final int LONGEST_LABEL = 63;

    private DnsName() {}

    /** Returns the absolute name of a text with or without the last dot; empty if no such name can exist (RFC 1035). */
    static Optional<Name> parse(String text) {
        String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        if (name.length() > LONGEST_NAME || !name.chars().allMatch(c -> c > ' ' && c <= '~' && c != '\\')) {
            return Optional.empty();
        }
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        for (String label : name.split("\\.", -1)) {
            if (label.isEmpty() || label.length() > LONGEST_LABEL) {
                return Optional.empty();
            }
            wire.write(label.length());
            label.chars().forEach(wire::write);
        }
        wire.write(0);
        try {
            return Optional.of(new Name(wire.toByteArray()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the text of a name without the last dot; {@code .} for the root. A label with characters that a text
     * cannot have contains a backslash, which {@link #parse} rejects.
     */
    static String text(Name name) {
        return name.toString(true);
    }
}
