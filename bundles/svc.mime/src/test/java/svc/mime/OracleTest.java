package svc.mime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;
import org.junit.jupiter.api.Test;

/** Compares the parts found by this parser with those found by Apache James Mime4J. */
final class OracleTest {

    /** The samples on which the two parsers differ intentionally, with the reason. */
    private static final Map<String, String> INTENDED = Map.of(
            "mimetools-testmsgs/badbound.msg", "a multipart in which no part begins is text",
            "testmsgs/malformedHeader-noheader.msg", "the body of a message without a header starts at its first line",
            "testmsgs/malformedHeaderStartsBody-noheader.msg",
                    "the body of a message without a header starts at its first line",
            "testmsgs/missing-boundary.msg", "a multipart in which no part begins is text",
            "testmsgs/missing-inner-boundary.msg", "a multipart in which no part begins is text",
            "mimetools-testmsgs/multi-frag.msg", "the last bytes of base64 count without padding too",
            "testmsgs/very-long-boundary.msg", "white space at the end of a boundary does not count",
            "testmsgs/very-very-long-boundary.msg", "a boundary of more than a thousand bytes is none",
            "testmsgs/weird-boundary.msg", "white space at the end of a boundary does not count");

    @Test
    void bothParsersFindTheSameParts() throws Exception {
        Map<String, byte[]> samples = Samples.all();
        assertThat(samples).hasSizeGreaterThan(60);
        List<String> differ = new ArrayList<>();
        for (Map.Entry<String, byte[]> sample : samples.entrySet()) {
            List<String> theirs = theirs(sample.getValue());
            List<String> ours = ours(sample.getValue());
            if (theirs.equals(ours) == INTENDED.containsKey(sample.getKey())) {
                differ.add(sample.getKey() + "\n  theirs " + theirs + "\n  ours   " + ours);
            }
        }
        assertThat(differ).isEmpty();
    }

    /** Returns the media type and decoded bytes of each part that is not multipart. */
    private static List<String> theirs(byte[] message) throws Exception {
        List<String> parts = new ArrayList<>();
        MimeConfig config = new MimeConfig.Builder()
                .setMaxLineLen(-1)
                .setMaxHeaderLen(-1)
                .setMaxHeaderCount(-1)
                .build();
        MimeTokenStream stream = new MimeTokenStream(config);
        stream.setRecursionMode(RecursionMode.M_NO_RECURSE);
        stream.parse(new ByteArrayInputStream(message));
        for (EntityState state = stream.getState(); state != EntityState.T_END_OF_STREAM; state = stream.next()) {
            if (state == EntityState.T_BODY) {
                try (InputStream in = stream.getDecodedInputStream()) {
                    parts.add(stream.getBodyDescriptor().getMimeType() + " " + digest(in.readAllBytes()));
                }
            }
        }
        return parts;
    }

    private static List<String> ours(byte[] message) throws IOException {
        Message read = Samples.read(message);
        List<String> parts = new ArrayList<>();
        for (Part part : read.leaves(false)) {
            byte[] decoded = Samples.decoded(message, part);
            assertThat(part.size()).isEqualTo(decoded.length);
            parts.add(part.type() + " " + digest(decoded));
        }
        return parts;
    }

    private static String digest(byte[] bytes) {
        // Mime4J converts line breaks in quoted-printable to CRLF.
        String text = new String(bytes, StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
        return text.length() + ":"
                + text.substring(0, Math.min(12, text.length())).replaceAll("\\s", "~") + ":"
                + HexFormat.of().toHexDigits(text.hashCode());
    }
}
