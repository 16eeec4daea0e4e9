package svc.blobs.files.pack;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import svc.api.time.Clock;
import svc.blobs.files.disk.AbsentFiles;
import svc.blobs.files.disk.DurableFiles;

/** The folder {@code data/blobs/packs}: the files of packs and their timestamps. Thread-safe. */
public final class PackFolder {

    private static final Pattern NAME = Pattern.compile("([0-9]{8,10})\\.pack");

    private final Path folder;
    private final Clock clock;
    private final AbsentFiles absent;

    /**
     * Held while a pack is written and until its timestamp is set. Between the two, the pack has a timestamp of the
     * machine's clock, which can be older than that of the server's clock.
     */
    private final Object timestamps = new Object();

    /** Creates the folder object; the folder need not exist. */
    public PackFolder(Path folder, Clock clock, AbsentFiles absent) {
        this.folder = folder;
        this.clock = clock;
        this.absent = absent;
    }

    Instant now() {
        return clock.now();
    }

    /** Returns the path of the folder. */
    public Path path() {
        return folder;
    }

    /** Returns the path of a pack. */
    public Path path(int pack) {
        return folder.resolve(String.format(Locale.ROOT, "%08d.pack", pack));
    }

    /** Does an access to a pack, which is fetched if a restore has left it in the backup. */
    <R> R access(int pack, AbsentFiles.Access<R> access) throws IOException {
        return absent.access(path(pack), access);
    }

    /** Returns whether a pack does not exist, not even in the backup of a restore. */
    boolean isMissing(int pack) throws IOException {
        try {
            absent.look(path(pack), () -> Files.size(path(pack)), size -> size);
            return false;
        } catch (NoSuchFileException e) {
            return true;
        }
    }

    /** Returns the numbers of the packs in the folder, in order. */
    public List<Integer> numbers() throws IOException {
        List<Integer> found = new ArrayList<>();
        for (String name : DurableFiles.names(folder)) {
            var matcher = NAME.matcher(name);
            if (matcher.matches()) {
                found.add(Integer.valueOf(matcher.group(1)));
            }
        }
        found.sort(null);
        return found;
    }

    /** Returns the highest number of a pack; 0 if there is none. */
    public int last() throws IOException {
        List<Integer> numbers = numbers();
        return numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1);
    }

    /** Returns the size of a pack; 0 if it was deleted. */
    public long size(int pack) throws IOException {
        try {
            return Files.size(path(pack));
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /** Returns the timestamp of a pack; empty if it cannot be read. A pack that is fetched later gets the time of then. */
    public Optional<Instant> lastModified(int pack) {
        try {
            return Optional.of(absent.look(path(pack), () -> timestamp(pack), size -> clock.now()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Instant timestamp(int pack) throws IOException {
        synchronized (timestamps) {
            return Files.getLastModifiedTime(path(pack)).toInstant();
        }
    }

    /** Appends an entry to an open pack and returns its offset. */
    long append(Pack pack, byte[] entry) throws IOException {
        synchronized (timestamps) {
            return pack.append(entry, clock.now());
        }
    }

    /** Overwrites entries of a pack with void ones. The timestamp of a sealed pack stays. */
    void overwrite(int pack, List<Place> places, boolean sealed) throws IOException {
        Path path = path(pack);
        try (FileChannel file = access(pack, () -> FileChannel.open(path, StandardOpenOption.WRITE))) {
            synchronized (timestamps) {
                FileTime before = Files.getLastModifiedTime(path);
                for (Place place : places) {
                    overwrite(file, place);
                }
                Files.setLastModifiedTime(path, sealed ? before : FileTime.from(clock.now()));
            }
            file.force(true);
        } catch (NoSuchFileException e) {
            return; // The pack was deleted, and the entries with it.
        }
    }

    private static void overwrite(FileChannel file, Place place) throws IOException {
        if (place.end() <= file.size()) {
            byte[] empty = new byte[Math.toIntExact(PackEntry.total(place.length()))];
            System.arraycopy(PackEntry.empty(place.length()).header(), 0, empty, 0, PackEntry.HEADER);
            DurableFiles.write(file, ByteBuffer.wrap(empty), place.at());
        }
    }

    /** Cuts a pack at an offset, if it is longer, and keeps its timestamp. */
    void cut(int pack, long end) throws IOException {
        Path path = path(pack);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            if (file.size() > end) {
                FileTime before = Files.getLastModifiedTime(path);
                file.truncate(end);
                Files.setLastModifiedTime(path, before);
                file.force(true);
            }
        }
    }

    /** Deletes a pack. */
    void delete(int pack) throws IOException {
        Files.deleteIfExists(path(pack));
        DurableFiles.sync(folder);
    }
}
