package svc.extensions.jar;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Constants;
import org.osgi.framework.Version;
import svc.extensions.status.Causes;
import svc.extensions.status.RefusedException;

/** Inspects a jar before it is installed, and refuses a file that cannot be a bundle of this server. */
public final class JarInspection {

    static final String MIGRATIONS = "Svc-Migrations";

    private static final String AGAIN = "Replace the file by an intact copy.";

    /** The maximum size of a file in bytes. A larger file is refused without being opened. */
    public static final long LARGEST_FILE = 512L << 20;

    private static final long LARGEST_CONTENT = 2L << 30;
    private static final int MOST_ENTRIES = 65_535;
    private static final int LARGEST_MANIFEST = 1 << 20;

    private JarInspection() {}

    /** Reads the facts of a valid jar. */
    public static JarFacts inspect(Path file) throws RefusedException {
        try {
            if (Files.size(file) > LARGEST_FILE) {
                throw new RefusedException("The file is larger than 512 MiB.", "Ask its author for a smaller one.");
            }
            String hash = hash(file);
            try (ZipFile zip = new ZipFile(file.toFile())) {
                return facts(zip, hash);
            }
        } catch (ZipException e) {
            throw new RefusedException("It is not a complete zip file: its end is missing or damaged.", AGAIN);
        } catch (IOException e) {
            throw new RefusedException(
                    "The file cannot be read: " + Causes.brief(e) + ".",
                    "Let the server's user read it, or remove it.");
        } catch (UncheckedIOException e) {
            throw new RefusedException("It is damaged: " + Causes.brief(e) + ".", AGAIN);
        }
    }

    /** Returns the SHA-256 of a file, which identifies a refused jar. */
    public static String hash(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Files.copy(file, new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void checkShape(ZipFile zip) throws RefusedException {
        if (zip.size() > MOST_ENTRIES) {
            throw new RefusedException("It has more than 65,535 entries.", "Ask its author for a smaller one.");
        }
        long content = 0;
        List<? extends ZipEntry> entries = zip.stream().toList();
        for (ZipEntry entry : entries) {
            if (entry.getName().startsWith("/")
                    || List.of(entry.getName().split("/", -1)).contains("..")) {
                throw new RefusedException(
                        "It has an entry with a path outside of the jar.", "Do not use it; ask its author.");
            }
            content += Math.max(0, entry.getSize());
        }
        if (content > LARGEST_CONTENT) {
            throw new RefusedException("Unpacked it is larger than 2 GiB.", "Do not use it; ask its author.");
        }
    }

    private static Attributes headers(ZipFile zip) throws IOException, RefusedException {
        ZipEntry entry = zip.getEntry("META-INF/MANIFEST.MF");
        if (entry == null) {
            throw new RefusedException(
                    "It has no manifest, so it is not a bundle.", "Use the bundle form of this library.");
        }
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] text = in.readNBytes(LARGEST_MANIFEST + 1);
            if (text.length > LARGEST_MANIFEST) {
                throw new RefusedException("Its manifest is larger than 1 MiB.", "Do not use it; ask its author.");
            }
            return new Manifest(new ByteArrayInputStream(text)).getMainAttributes();
        } catch (ZipException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Attributes headers) throws RefusedException {
        String name = word(headers.getValue(Constants.BUNDLE_SYMBOLICNAME));
        if (name.isEmpty() || !"2".equals(word(headers.getValue(Constants.BUNDLE_MANIFESTVERSION)))) {
            throw new RefusedException(
                    "Its manifest has no Bundle-SymbolicName with Bundle-ManifestVersion 2, so it is a plain jar and"
                            + " not a bundle.",
                    "Use the bundle form of this library.");
        }
        return name;
    }

    private static JarFacts facts(ZipFile zip, String hash) throws IOException, RefusedException {
        checkShape(zip);
        Attributes headers = headers(zip);
        String name = name(headers);
        ClassFileVersion.check(zip);
        Set<String> keys = MetatypeFiles.keys(zip);
        String host = word(headers.getValue(Constants.FRAGMENT_HOST));
        if (host.equals("system.bundle") || host.equals("org.apache.felix.framework")) {
            throw new RefusedException(
                    "It is an extension of the framework itself.", "Such extensions are not supported.");
        }
        return new JarFacts(
                name,
                version(headers.getValue(Constants.BUNDLE_VERSION)),
                hash,
                Optional.of(host).filter(text -> !text.isEmpty()),
                Optional.of(word(headers.getValue(MIGRATIONS))).filter(text -> !text.isEmpty()),
                keys,
                ErasureDeclaration.complete(zip, headers));
    }

    private static Version version(@Nullable String text) throws RefusedException {
        try {
            return Version.parseVersion(text);
        } catch (IllegalArgumentException e) {
            throw new RefusedException(
                    "Its Bundle-Version \"" + text + "\" is not a version.", "Ask its author for a valid version.");
        }
    }

    /** Returns the value of the header without its directives and attributes. */
    private static String word(@Nullable String header) {
        return header == null ? "" : header.split(";", 2)[0].trim();
    }
}
