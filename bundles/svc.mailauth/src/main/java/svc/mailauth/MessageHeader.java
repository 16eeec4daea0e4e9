package svc.mailauth;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.mailauth.TagList.Tag;
import svc.mailauth.Verdict.VerdictException;
import svc.mime.HeaderField;
import svc.mime.Headers;

/** The header of a message with the octets of its fields, as signatures cover them. */
final class MessageHeader {

    private final byte[] octets;
    private final Headers headers;

    MessageHeader(byte[] octets) {
        this.octets = octets;
        this.headers = Headers.of(octets);
    }

    Headers headers() {
        return headers;
    }

    /** Returns the tags of a field. */
    TagList tags(HeaderField field) throws VerdictException {
        String text = text(field);
        return TagList.parse(text, text.indexOf(':') + 1);
    }

    /** Returns a field without the line end at its end, one character for each octet. */
    private String text(HeaderField field) {
        String text = new String(octets, field.offset(), field.length(), StandardCharsets.ISO_8859_1);
        int end = text.length();
        if (text.endsWith("\n")) {
            end -= text.endsWith("\r\n") ? 2 : 1;
        }
        return text.substring(0, end);
    }

    /** Returns a field in canonical form, with a line end (RFC 6376 §3.4.1, §3.4.2). */
    byte[] canonical(HeaderField field, boolean relaxed) {
        return canonical(text(field) + "\r\n", relaxed);
    }

    /** Returns a signature field in canonical form, without the value of its tag b and without a line end. */
    byte[] canonicalSignature(SignatureField signature) {
        String text = text(signature.field());
        Tag value = signature.tags().tag("b");
        String without = value == null ? text : text.substring(0, value.from()) + text.substring(value.end());
        return canonical(without, signature.relaxedHeader());
    }

    /** Returns the text of a field in canonical form. It has one character for each octet. */
    static byte[] canonical(String text, boolean relaxed) {
        if (!relaxed) {
            return text.getBytes(StandardCharsets.ISO_8859_1);
        }
        int colon = text.indexOf(':');
        ByteArrayOutputStream canonical = new ByteArrayOutputStream(text.length());
        canonical.writeBytes((text.substring(0, colon).stripTrailing().toLowerCase(Locale.ROOT) + ':')
                .getBytes(StandardCharsets.ISO_8859_1));
        boolean space = false;
        int start = canonical.size();
        for (int at = colon + 1; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == ' ' || c == '\t') {
                space = true;
            } else if (!isLineEnd(text, at)) {
                if (space && canonical.size() > start) {
                    canonical.write(' ');
                }
                space = false;
                canonical.write(c);
            }
        }
        if (text.endsWith("\r\n")) {
            canonical.write('\r');
            canonical.write('\n');
        }
        return canonical.toByteArray();
    }

    /** Returns whether a position belongs to a line end: every line end inside a field is part of a fold. */
    private static boolean isLineEnd(String text, int at) {
        return text.charAt(at) == '\n' || text.startsWith("\r\n", at);
    }

    /**
     * Returns the fields that a signature covers, in its order. A name that is repeated refers to the fields from the
     * last one upwards (RFC 6376 §5.4.2); a signature does not cover its own field by name.
     *
     * @param own the field of the signature; null if the message does not contain it yet
     */
    List<HeaderField> signed(List<String> names, @Nullable HeaderField own) {
        Map<String, Deque<HeaderField>> byName = new HashMap<>();
        for (HeaderField field : headers.fields()) {
            if (own == null || field.offset() != own.offset()) {
                byName.computeIfAbsent(field.name().toLowerCase(Locale.ROOT), name -> new ArrayDeque<>())
                        .push(field);
            }
        }
        List<HeaderField> signed = new ArrayList<>();
        for (String name : names) {
            Deque<HeaderField> same = byName.get(name);
            HeaderField next = same == null ? null : same.poll();
            if (next != null) {
                signed.add(next);
            }
        }
        return signed;
    }
}
