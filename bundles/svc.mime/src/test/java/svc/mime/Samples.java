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

/** Sample messages: the test messages of Apache James Mime4J, and messages made from text. */
public final class Samples {

    private Samples() {}

    /** Returns the test messages of Mime4J, real and synthetic ones, by name. */
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

    /** Returns the text with CRLF line breaks, one byte for each character. */
    public static byte[] lines(String text) {
        return text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Parses a message with all options. */
    public static Message read(byte[] bytes) {
        return read(bytes, bytes.length);
    }

    /** Parses a message that arrives in pieces. */
    static Message read(byte[] bytes, int piece) {
        try (MessageScan scan = new MessageReader(ReadLimits.USUAL).scan(ReadOptions.ARRIVAL)) {
            for (int at = 0; at < bytes.length; at += piece) {
                scan.write(bytes, at, Math.min(piece, bytes.length - at));
            }
            return scan.message();
        }
    }

    static Message read(String text) {
        return read(lines(text));
    }

    /** Returns the decoded bytes of a part, read by its offsets. */
    public static byte[] decoded(byte[] message, Part part) {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        try (java.io.OutputStream decoding = part.encoding().decoding(out)) {
            decoding.write(message, (int) part.body().from(), (int) part.body().length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
