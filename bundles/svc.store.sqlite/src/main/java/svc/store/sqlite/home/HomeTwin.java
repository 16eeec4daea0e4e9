package svc.store.sqlite.home;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The twin of the table {@code store_home}: a small file with the values of its row, stored both beside the database
 * and in {@code run/}. If the whole folder {@code data/} was restored from a copy, the start detects this with the file
 * in {@code run/}.
 *
 * @param files the two files; none in a test
 */
public record HomeTwin(List<Path> files) {

    private static final String WORDS =
            "# Written by svc at every start and while it runs: with it svc notices that data/svc.db is a copy that was put back.\n";
    private static final String HOME = "home";
    private static final String GENERATION = "generation";
    private static final String COMMITS = "commits";

    /** Copies the list. */
    public HomeTwin {
        files = List.copyOf(files);
    }

    /** Returns the twin of a home. */
    static HomeTwin of(Path home) {
        return new HomeTwin(List.of(
                home.resolve("data").resolve("svc.twin"), home.resolve("run").resolve("svc.twin")));
    }

    /**
     * Returns the newest mark of the home {@code id}, or of any home when {@code id} is empty. A malformed file counts
     * as missing.
     */
    Optional<HomeMark> read(String id) throws IOException {
        Optional<HomeMark> newest = Optional.empty();
        for (Path file : files) {
            Optional<HomeMark> mark =
                    read(file).filter(found -> id.isEmpty() || found.id().equals(id));
            if (mark.isPresent() && (newest.isEmpty() || HomeMark.ORDER.compare(mark.get(), newest.get()) > 0)) {
                newest = mark;
            }
        }
        return newest;
    }

    private static Optional<HomeMark> read(Path file) throws IOException {
        Map<String, String> values = new HashMap<>();
        try {
            // Invalid UTF-8 is replaced here; the file then counts as malformed.
            for (String line :
                    new String(Files.readAllBytes(file), UTF_8).lines().toList()) {
                int sign = line.indexOf('=');
                if (sign > 0) {
                    values.put(
                            line.substring(0, sign).strip(),
                            line.substring(sign + 1).strip());
                }
            }
            String id = values.getOrDefault(HOME, "");
            return id.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new HomeMark(
                            id,
                            Long.parseLong(values.getOrDefault(GENERATION, "")),
                            Long.parseLong(values.getOrDefault(COMMITS, ""))));
        } catch (NoSuchFileException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Writes the files. After a crash each file has the old or the new content. */
    void write(HomeMark mark) throws IOException {
        String text = WORDS + HOME + " = " + mark.id() + "\n" + GENERATION + " = " + mark.generation() + "\n" + COMMITS
                + " = " + mark.commits() + "\n";
        for (Path file : files) {
            replace(file, text);
        }
    }

    static void replace(Path file, String text) throws IOException {
        Path folder = Objects.requireNonNull(file.getParent());
        Files.createDirectories(folder, owner("rwx------"));
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                fresh,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE),
                owner("rw-------"))) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        }
    }

    private static FileAttribute<Set<PosixFilePermission>> owner(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }
}
