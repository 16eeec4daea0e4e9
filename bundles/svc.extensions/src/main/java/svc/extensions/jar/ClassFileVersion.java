package svc.extensions.jar;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import svc.extensions.status.RefusedException;

/** Checks whether this Java version can read the class files of a jar. */
public final class ClassFileVersion {

    /**
     * The difference between the version of a class file and the Java version: class files of Java 17 have version 61.
     */
    private static final int OFFSET = 44;

    private static final byte[] MAGIC = {(byte) 0xca, (byte) 0xfe, (byte) 0xba, (byte) 0xbe};

    private ClassFileVersion() {}

    static void check(ZipFile zip) throws IOException, RefusedException {
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

    public static RefusedException wrong(int needed, int here) {
        return new RefusedException(
                "It is compiled for Java " + needed + ", and this server runs on Java " + here + ".",
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
