package svc.extensions.status;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the jars that were refused while the server ran, by their SHA-256, so that they never stop a later start. The
 * properties file {@code data/refused-extensions.properties} has five keys for each jar: {@code HASH.file},
 * {@code HASH.stage}, {@code HASH.reason}, {@code HASH.remedy}, and {@code HASH.keys}, the configuration keys that this
 * file or the previous file of the same name declared. The launcher reads the file too.
 *
 * <p>The file can be lost without harm: an unreadable file counts as empty.
 */
public final class RefusedJarsFile {

    private static final Logger LOG = LoggerFactory.getLogger(RefusedJarsFile.class);

    private final Path file;
    private final Properties records = new Properties();

    public RefusedJarsFile(Path data) {
        this.file = data.resolve("refused-extensions.properties");
        try (InputStream in = Files.newInputStream(file)) {
            records.load(in);
        } catch (NoSuchFileException e) {
            LOG.debug("no jar was refused so far");
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("{} cannot be read and counts as empty: {}", file, Causes.brief(e));
        }
    }

    /**
     * Returns the status that remains until the jar changes, because it was determined by running the jar; empty for
     * other refusals.
     */
    public synchronized Optional<ExtensionStatus> lasting(String hash) {
        boolean lasting = Stage.RUN.name().equals(records.getProperty(hash + ".stage"));
        return lasting ? Optional.of(verdict(hash)) : Optional.empty();
    }

    /** Returns whether a file of this name has a record. */
    public synchronized boolean names(String fileName) {
        return !prefixes(fileName).isEmpty();
    }

    /**
     * Records a status and replaces earlier records of the same file name. Keys that were recorded earlier for the same
     * jar are kept.
     */
    public synchronized void keep(
            String hash, String fileName, Stage stage, ExtensionStatus verdict, Set<String> keys) {
        if (stage.name().equals(records.getProperty(hash + ".stage")) && verdict.equals(verdict(hash))) {
            return;
        }
        Set<String> all = new TreeSet<>(keys);
        all.addAll(List.of(records.getProperty(hash + ".keys", "").split(" ", -1)));
        dropFile(fileName);
        records.setProperty(hash + ".keys", String.join(" ", all).strip());
        records.setProperty(hash + ".file", fileName);
        records.setProperty(hash + ".stage", stage.name());
        records.setProperty(hash + ".reason", verdict.reason());
        records.setProperty(hash + ".remedy", verdict.remedy());
        save();
    }

    /** Deletes the record of a file. */
    public synchronized void forget(String fileName) {
        if (dropFile(fileName)) {
            save();
        }
    }

    private ExtensionStatus verdict(String hash) {
        return ExtensionStatus.refused(
                records.getProperty(hash + ".reason", ""), records.getProperty(hash + ".remedy", ""));
    }

    private boolean dropFile(String fileName) {
        List<String> prefixes = prefixes(fileName);
        return records.keySet().removeIf(key -> prefixes.stream().anyMatch(String.valueOf(key)::startsWith));
    }

    /** Returns the prefix {@code HASH.} of each record of a file. */
    private List<String> prefixes(String fileName) {
        return records.stringPropertyNames().stream()
                .filter(key -> key.endsWith(".file") && fileName.equals(records.getProperty(key)))
                .map(key -> key.substring(0, key.length() - "file".length()))
                .toList();
    }

    private void save() {
        try {
            Files.createDirectories(file.getParent());
            Path part = file.resolveSibling(file.getFileName() + ".part");
            try (OutputStream out = Files.newOutputStream(part)) {
                records.store(out, "Extensions that were refused, by the SHA-256 of their jar");
            }
            try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | UncheckedIOException e) {
            LOG.warn(
                    "{} cannot be written, so a refused extension will be tried again at the next start: {}",
                    file,
                    Causes.brief(e));
        }
    }

    /** The stage at which a jar was refused. */
    public enum Stage {
        /**
         * Refused by inspection. The jar is inspected again at each start, because that is cheap and the cause may no
         * longer exist.
         */
        LOOK,
        /** Refused after running its migrations or its code. The jar is not tried again until it changes. */
        RUN
    }
}
