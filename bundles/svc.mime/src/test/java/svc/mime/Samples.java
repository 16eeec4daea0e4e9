package svc.mime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.james.mime4j.ExampleMail;

/** Messages to read: those of others, and texts. */
final class Samples {

    private Samples() {}

    /** Real and made messages that the tests of another reader bring, by name. */
    static SortedMap<String, byte[]> all() {
        SortedMap<String, byte[]> found = new TreeMap<>();
        try {
            URI place = ExampleMail.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            try (JarFile jar = new JarFile(Path.of(place).toFile())) {
                for (JarEntry entry : jar.stream()
                        .filter(one -> one.getName().endsWith(".msg"))
                        .toList()) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        found.put(entry.getName(), in.readAllBytes());
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        return found;
    }

    /** A text with its line ends as CRLF, one byte for each character. */
    static byte[] lines(String text) {
        return text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A message that was read with all there is to know. */
    static Message read(byte[] bytes) {
        return read(bytes, bytes.length);
    }

    /** The same with its bytes coming in pieces. */
    static Message read(byte[] bytes, int piece) {
        try (MessageScan scan = new MessageReader(ReadLimits.USUAL).scan(Intake.ARRIVAL)) {
            for (int at = 0; at < bytes.length; at += piece) {
                scan.write(bytes, at, Math.min(piece, bytes.length - at));
            }
            return scan.message();
        }
    }

    static Message read(String text) {
        return read(lines(text));
    }

    /** The decoded bytes of a part, by its offsets. */
    static byte[] decoded(byte[] message, Part part) {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        try (java.io.OutputStream decoding = part.encoding().decoding(out)) {
            decoding.write(message, (int) part.body().from(), (int) part.body().length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
