package svc.extensions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Whether this Java can read the classes of a jar. */
final class ClassLevel {

    /** A class file of Java 17 has the number 61: always the Java version and 44. */
    private static final int OFFSET = 44;

    private static final byte[] MAGIC = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe};

    private ClassLevel() {}

    static void check(ZipFile zip) throws IOException, Refusal {
        int here = Runtime.version().feature();
        List<? extends ZipEntry> classes = zip.stream()
                .filter(entry -> entry.getName().endsWith(".class"))
                .filter(entry -> !entry.getName().startsWith("META-INF/versions/"))
                .toList();
        for (ZipEntry entry : classes) {
            int level = level(zip, entry);
            if (level > here) {
                throw wrong(level, here);
            }
        }
    }

    static Refusal wrong(int needed, int here) {
        return new Refusal(
                "It is made for Java " + needed + ", and this server runs on Java " + here + ".",
                "Run the server on Java " + needed + " or newer, or use a version of the bundle for Java " + here
                        + ".");
    }

    private static int level(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] head = in.readNBytes(8);
            boolean readable = head.length == 8 && Arrays.equals(head, 0, 4, MAGIC, 0, 4);
            return readable ? (((head[6] & 0xff) << 8) | (head[7] & 0xff)) - OFFSET : 0;
        } catch (ZipException e) {
            throw new UncheckedIOException(e);
        }
    }
}
