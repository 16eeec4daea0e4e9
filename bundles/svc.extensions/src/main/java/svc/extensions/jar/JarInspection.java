package svc.extensions;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
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

/** Looks at a jar before it comes near the framework, and refuses what cannot be a bundle of this server. */
final class JarInspection {

    static final String MIGRATIONS = "Svc-Migrations";

    private static final String AGAIN = "Get a sound copy of the file and put it in its place.";
    private static final long LARGEST_FILE = 512L << 20;
    private static final long LARGEST_CONTENT = 2L << 30;
    private static final int MOST_ENTRIES = 65_535;
    private static final int LARGEST_MANIFEST = 1 << 20;

    private JarInspection() {}

    /** What a sound jar says about itself. */
    static JarFacts inspect(Path file) throws Refusal {
        try {
            if (Files.size(file) > LARGEST_FILE) {
                throw new Refusal("The file is larger than 512 MiB.", "Ask its author for a smaller one.");
            }
            String hash = hash(file);
            try (ZipFile zip = new ZipFile(file.toFile())) {
                checkShape(zip);
                Attributes headers = headers(zip);
                String name = name(headers);
                ClassLevel.check(zip);
                return facts(name, headers, hash, MetatypeFiles.keys(zip), ErasureDeclaration.complete(zip, headers));
            }
        } catch (ZipException e) {
            throw new Refusal("It is not a whole zip file: its end is missing or damaged.", AGAIN);
        } catch (IOException e) {
            throw new Refusal(
                    "The file cannot be read: " + Causes.brief(e) + ".",
                    "Let the server's user read it, or remove it.");
        } catch (UncheckedIOException e) {
            throw new Refusal("It is damaged inside: " + Causes.brief(e) + ".", AGAIN);
        }
    }

    /** The SHA-256 of a file, by which a refused jar is known again. */
    static String hash(Path file) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
                in.transferTo(java.io.OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void checkShape(ZipFile zip) throws Refusal {
        if (zip.size() > MOST_ENTRIES) {
            throw new Refusal("It has more than 65,535 entries.", "Ask its author for a smaller one.");
        }
        long content = 0;
        List<? extends ZipEntry> entries = zip.stream().toList();
        for (ZipEntry entry : entries) {
            if (entry.getName().startsWith("/")
                    || List.of(entry.getName().split("/", -1)).contains("..")) {
                throw new Refusal("It has an entry that points outside of it.", "Do not use it; ask its author.");
            }
            content += Math.max(0, entry.getSize());
        }
        if (content > LARGEST_CONTENT) {
            throw new Refusal("Unpacked it is larger than 2 GiB.", "Do not use it; ask its author.");
        }
    }

    private static Attributes headers(ZipFile zip) throws IOException, Refusal {
        ZipEntry entry = zip.getEntry("META-INF/MANIFEST.MF");
        if (entry == null) {
            throw new Refusal("It has no manifest, so it is not a bundle.", "Use the bundle form of this library.");
        }
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] text = in.readNBytes(LARGEST_MANIFEST + 1);
            if (text.length > LARGEST_MANIFEST) {
                throw new Refusal("Its manifest is larger than 1 MiB.", "Do not use it; ask its author.");
            }
            return new Manifest(new java.io.ByteArrayInputStream(text)).getMainAttributes();
        } catch (ZipException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Attributes headers) throws Refusal {
        String name = word(headers.getValue(Constants.BUNDLE_SYMBOLICNAME));
        if (name.isEmpty() || !"2".equals(word(headers.getValue(Constants.BUNDLE_MANIFESTVERSION)))) {
            throw new Refusal(
                    "Its manifest has no Bundle-SymbolicName with Bundle-ManifestVersion 2, so it is a plain jar and"
                            + " not a bundle.",
                    "Use the bundle form of this library.");
        }
        return name;
    }

    private static JarFacts facts(String name, Attributes headers, String hash, Set<String> keys, boolean erasable)
            throws Refusal {
        Optional<String> host =
                Optional.of(word(headers.getValue(Constants.FRAGMENT_HOST))).filter(h -> !h.isEmpty());
        if (host.filter(h -> h.equals("system.bundle") || h.equals("org.apache.felix.framework"))
                .isPresent()) {
            throw new Refusal("It wants to become a part of the framework itself.", "Such extensions are not taken.");
        }
        return new JarFacts(
                name,
                version(headers.getValue(Constants.BUNDLE_VERSION)),
                hash,
                host,
                Optional.of(word(headers.getValue(MIGRATIONS))).filter(n -> !n.isEmpty()),
                keys,
                erasable);
    }

    private static Version version(@Nullable String text) throws Refusal {
        try {
            return Version.parseVersion(text);
        } catch (IllegalArgumentException e) {
            throw new Refusal(
                    "Its Bundle-Version \"" + text + "\" is not a version.", "Ask its author for a sound one.");
        }
    }

    /** The header's value without its directives. */
    private static String word(@Nullable String header) {
        if (header == null) {
            return "";
        }
        int end = header.indexOf(';');
        return (end < 0 ? header : header.substring(0, end)).trim();
    }
}
