package svc.delivery.filing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.delivery.CheckResult.FieldRemoval;
import svc.api.delivery.SmtpReply;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.Octets;
import svc.mime.ReadLimits;

/**
 * The header section of a message.
 *
 * @param headers the fields
 * @param isText whether the message begins with text
 * @param isTooLong whether the header section is longer than the parser reads
 */
public record MessageHead(Headers headers, boolean isText, boolean isTooLong) {

    private static final int BEGINNING = 512;

    /** The maximum number of Received fields. A message with more is in a mail loop (RFC 5321 §6.3). */
    private static final int MOST_HOPS = 100;

    /** Reads the header section. */
    public static MessageHead read(Octets message, long size) throws IOException {
        int length = (int) Math.min(size, ReadLimits.USUAL.header());
        ByteArrayOutputStream out = new ByteArrayOutputStream(length);
        message.send(0, length, out);
        byte[] bytes = out.toByteArray();
        int end = end(bytes);
        byte[] header = end < 0 ? bytes : java.util.Arrays.copyOf(bytes, end);
        return new MessageHead(Headers.of(header), isText(bytes), end < 0 && size > length);
    }

    /** Returns the position of the empty line that ends the header section; -1 if there is none. */
    private static int end(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            boolean begins = i == 0 || bytes[i - 1] == '\n';
            boolean isEmpty = bytes[i] == '\n' || (bytes[i] == '\r' && i + 1 < bytes.length && bytes[i + 1] == '\n');
            if (begins && isEmpty) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isText(byte[] bytes) {
        CharBuffer text = CharBuffer.allocate(BEGINNING);
        ByteBuffer beginning = ByteBuffer.wrap(bytes, 0, Math.min(BEGINNING, bytes.length));
        // A character that is truncated at the end is not an error.
        boolean isUtf8 = !StandardCharsets.UTF_8
                .newDecoder()
                .decode(beginning, text, false)
                .isError();
        return isUtf8
                && text.position() > 0
                && text.flip()
                        .chars()
                        .noneMatch(c -> c < ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\f' && c != 0x1B);
    }

    /** Returns whether the message has a header field. Otherwise its text is a body. */
    public boolean hasFields() {
        return !headers.fields().isEmpty();
    }

    /** Returns the reply that rejects the message; empty if it can be filed. */
    public Optional<SmtpReply> rejection() {
        if (!hasFields() && !isText) {
            return Optional.of(new SmtpReply(554, "5.6.0", "The data is not a message."));
        } else if (headers.all("Received").size() > MOST_HOPS) {
            return Optional.of(new SmtpReply(
                    554, "5.4.6", "Mail loop detected: the message passed more than " + MOST_HOPS + " servers."));
        }
        return Optional.empty();
    }

    /** Returns the fields that are not copied: each Return-Path (RFC 5321 §4.4), and those to remove. */
    public List<HeaderField> removed(List<FieldRemoval> removals) {
        List<HeaderField> removed = new ArrayList<>();
        for (HeaderField field : headers.fields()) {
            if (field.name().equalsIgnoreCase("Return-Path")
                    || removals.stream()
                            .anyMatch(removal -> field.name().equalsIgnoreCase(removal.name())
                                    && removal.value().test(field.raw()))) {
                removed.add(field);
            }
        }
        return removed;
    }
}
