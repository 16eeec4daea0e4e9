package svc.proto.imap.message;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.mime.Address;
import svc.mime.AddressGroup;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.proto.imap.response.ResponseWriter;

/**
 * Writes an ENVELOPE (RFC 9051 §7.5.2). Values are those of the header: encoded words (RFC 2047) are not decoded, because
 * clients do that.
 */
final class Envelope {

    /** Divides the beginning of encoded words, so that the parser of addresses does not recognize them. */
    private static final String DIVIDED = "=\uE000?";

    private static final String WORD = "=?";

    private Envelope() {}

    static void write(ResponseWriter out, Headers headers) throws IOException {
        List<AddressGroup> from = addresses(headers, "From");
        out.raw("(").string(text(headers, "Date")).raw(" ").string(text(headers, "Subject"));
        list(out, from);
        list(out, orFrom(addresses(headers, "Sender"), from));
        list(out, orFrom(addresses(headers, "Reply-To"), from));
        list(out, addresses(headers, "To"));
        list(out, addresses(headers, "Cc"));
        list(out, addresses(headers, "Bcc"));
        out.raw(" ").string(text(headers, "In-Reply-To")).raw(" ");
        out.string(text(headers, "Message-ID")).raw(")");
    }

    /** Returns the value of a field in one line; null without the field. */
    static @Nullable String text(Headers headers, String name) {
        HeaderField field = headers.last(name);
        return field == null ? null : field.unfolded();
    }

    private static List<AddressGroup> orFrom(List<AddressGroup> addresses, List<AddressGroup> from) {
        return addresses.isEmpty() ? from : addresses;
    }

    private static List<AddressGroup> addresses(Headers headers, String name) {
        HeaderField field = headers.last(name);
        return field == null
                ? List.of()
                : HeaderField.of(name, field.raw().replace(WORD, DIVIDED)).groupedAddresses();
    }

    private static void list(ResponseWriter out, List<AddressGroup> groups) throws IOException {
        if (groups.isEmpty()) {
            out.raw(" NIL");
            return;
        }
        out.raw(" (");
        for (AddressGroup group : groups) {
            if (group.name() != null) {
                out.raw("(NIL NIL ").string(joined(group.name())).raw(" NIL)");
            }
            for (Address address : group.addresses()) {
                address(out, address);
            }
            if (group.name() != null) {
                out.raw("(NIL NIL NIL NIL)");
            }
        }
        out.raw(")");
    }

    /** Writes an address. An address without a domain has an empty one, because NIL would mean a group. */
    private static void address(ResponseWriter out, Address address) throws IOException {
        String name = address.name();
        String email = joined(address.email());
        int at = email.lastIndexOf('@');
        out.raw("(").string(name == null ? null : joined(name)).raw(" NIL ");
        out.string(withoutQuotes(at < 0 ? email : email.substring(0, at))).raw(" ");
        out.string(at < 0 ? "" : email.substring(at + 1)).raw(")");
    }

    private static String joined(String text) {
        return text.replace(DIVIDED, WORD);
    }

    private static String withoutQuotes(String local) {
        if (local.length() < 2 || !local.startsWith("\"") || !local.endsWith("\"")) {
            return local;
        }
        return local.substring(1, local.length() - 1).replaceAll("\\\\(.)", "$1");
    }
}
