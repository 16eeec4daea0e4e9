package svc.extensions;

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
 * What was refused while the server ran, by the hash of the jar, so that it never stops a later start. A properties file
 * {@code data/refused-extensions.properties} with five keys for each jar: {@code HASH.file}, {@code HASH.stage},
 * {@code HASH.reason}, {@code HASH.remedy}, and {@code HASH.keys}, the configuration keys that it or the file before it
 * declared; the launcher reads it too.
 *
 * <p>It is a help and no truth: a file that cannot be read is taken as empty.
 */
final class RefusalRecords {

    private static final Logger LOG = LoggerFactory.getLogger(RefusalRecords.class);

    private final Path file;
    private final Properties records = new Properties();

    RefusalRecords(Path data) {
        this.file = data.resolve("refused-extensions.properties");
        try (InputStream in = Files.newInputStream(file)) {
            records.load(in);
        } catch (NoSuchFileException e) {
            LOG.debug("nothing was refused so far");
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("{} cannot be read and is taken as empty: {}", file, Causes.brief(e));
        }
    }

    /** The verdict that stays until the jar changes: one that was only found by running it. */
    synchronized Optional<Verdict> lasting(String hash) {
        boolean lasting = Stage.RUN.name().equals(records.getProperty(hash + ".stage"));
        return lasting ? Optional.of(verdict(hash)) : Optional.empty();
    }

    /** Whether something was recorded of a file of this name. */
    synchronized boolean names(String fileName) {
        return records.stringPropertyNames().stream()
                .anyMatch(key -> key.endsWith(".file") && fileName.equals(records.getProperty(key)));
    }

    private boolean knows(String hash) {
        return records.containsKey(hash + ".stage");
    }

    /** Keeps a verdict, in place of an earlier one on the same file; keys that were kept with that stay. */
    synchronized void keep(String hash, String fileName, Stage stage, Verdict verdict, Set<String> keys) {
        if (knows(hash) && verdict.equals(verdict(hash)) && stage.name().equals(records.getProperty(hash + ".stage"))) {
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

    /** Forgets what was recorded of a file. */
    synchronized void forget(String fileName) {
        if (dropFile(fileName)) {
            save();
        }
    }

    private Verdict verdict(String hash) {
        return Verdict.refused(records.getProperty(hash + ".reason", ""), records.getProperty(hash + ".remedy", ""));
    }

    private boolean dropFile(String fileName) {
        boolean dropped = false;
        for (String key : Set.copyOf(records.stringPropertyNames())) {
            if (key.endsWith(".file") && fileName.equals(records.getProperty(key))) {
                String hash = key.substring(0, key.length() - ".file".length());
                dropped |=
                        records.keySet().removeIf(other -> String.valueOf(other).startsWith(hash + "."));
            }
        }
        return dropped;
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

    /** How far a jar came before it was refused. */
    enum Stage {
        /** Looked at again at each start: that costs nothing and the reason may have gone. */
        LOOK,
        /** Found by running its migrations or its code: not tried again until the jar changes. */
        RUN
    }
}
