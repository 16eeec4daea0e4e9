package svc.cap.submission.send;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.jmap.SetError;
import svc.mime.Headers;

/**
 * Reads the header of a submitted message by the strict grammar for generated messages (RFC 5322 §2 and §3, with the
 * UTF-8 of RFC 6532). Other programs could interpret other syntax differently, so a message with other syntax is
 * rejected instead of repaired. Lines may end with LF alone, because {@link LineEndings} replaces the LF by CRLF.
 */
final class StrictHeader {

    /** Maximum octets of a header. */
    static final int MOST = 262_144;

    /** Maximum octets of a line (RFC 5322 §2.1.1). */
    private static final int LONGEST_LINE = 998;

    private final byte[] octets;
    private int line;

    private StrictHeader(byte[] octets) {
        this.octets = octets;
    }

    /**
     * Reads the header of a message.
     *
     * @throws SetError {@code invalidEmail} if the header violates the grammar
     */
    static Headers read(StoredBlob message) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        message.send(0, Math.min(MOST, message.size()), out);
        return read(out.toByteArray(), message.size() > MOST);
    }

    /** Reads the header at the start of these octets; {@code more} is true if the message is longer. */
    static Headers read(byte[] octets, boolean more) {
        return new StrictHeader(octets).headers(more);
    }

    private Headers headers(boolean more) {
        int at = 0;
        while (at < octets.length) {
            int next = lineEnd(at);
            int end = contentEnd(at, next);
            if (end == at) {
                return checked(at);
            }
            line++;
            check(at, end);
            at = next;
        }
        if (more) {
            throw invalid("The header is longer than " + MOST + " octets.");
        }
        return checked(octets.length);
    }

    private Headers checked(int end) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets, 0, end));
        } catch (CharacterCodingException e) {
            throw invalid("The header has octets that are not UTF-8.");
        }
        return Headers.of(Arrays.copyOf(octets, end));
    }

    /** Returns the position after the LF of the line that starts at {@code from}. */
    private int lineEnd(int from) {
        int at = from;
        while (at < octets.length && octets[at] != '\n') {
            at++;
        }
        return Math.min(at + 1, octets.length);
    }

    /** Returns the position of the CRLF or LF that ends the line. */
    private int contentEnd(int from, int next) {
        if (octets[next - 1] != '\n') {
            return next;
        }
        return next - 2 >= from && octets[next - 2] == '\r' ? next - 2 : next - 1;
    }

    private void check(int from, int end) {
        if (end - from > LONGEST_LINE) {
            throw invalid("Line " + line + " of the header is longer than " + LONGEST_LINE + " octets.");
        }
        boolean blank = true;
        for (int i = from; i < end; i++) {
            byte octet = octets[i];
            if ((octet >= 0 && octet < ' ' && octet != '\t') || octet == 0x7f) {
                throw invalid("Line " + line + " of the header has a control character, such as NUL or a bare CR.");
            }
            blank &= octet == ' ' || octet == '\t';
        }
        if (blank) {
            throw invalid("Line " + line + " of the header has only white space.");
        } else if (octets[from] == ' ' || octets[from] == '\t') {
            if (line == 1) {
                throw invalid("The header begins with a folded line.");
            }
        } else if (!hasName(from, end)) {
            throw invalid("Line " + line + " of the header is not a header field: it has no name followed by a colon.");
        }
    }

    /** Returns whether the line has a field name of printable ASCII characters before a colon (RFC 5322 §3.6.8). */
    private boolean hasName(int from, int end) {
        int at = from;
        while (at < end && octets[at] > ' ' && octets[at] < 0x7f && octets[at] != ':') {
            at++;
        }
        return at > from && at < end && octets[at] == ':';
    }

    private static SetError invalid(String description) {
        return new SetError("invalidEmail", description, Map.of("properties", List.of("headers")));
    }
}
