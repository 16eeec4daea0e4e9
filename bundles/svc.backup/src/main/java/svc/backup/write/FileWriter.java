package svc.backup.write;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.backup.format.BackupException;
import svc.backup.format.ChunkCipher;
import svc.backup.format.ChunkCipher.Kind;
import svc.backup.format.ChunkName;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.FileEntry;
import svc.backup.read.ChunkReader;

/** Stores the chunks of files, and reuses those of the previous run. One chunk is in memory at a time. */
final class FileWriter {

    private static final String OWNER_ONLY = "rw-------";

    private final PackWriter packs;
    private final ChunkReader chunks;
    private final boolean trusting;
    private final byte[] buffer = new byte[ChunkCipher.CHUNK];

    /**
     * Creates a writer.
     *
     * @param trusting whether the lists of a file that did not change are not read
     */
    FileWriter(PackWriter packs, ChunkReader chunks, boolean trusting) {
        this.packs = packs;
        this.chunks = chunks;
        this.trusting = trusting;
    }

    /**
     * Stores a file.
     *
     * @param previous the entry of the same path in the previous run
     */
    FileEntry store(SourceFile source, Optional<FileEntry> previous) throws IOException {
        Path file = source.file();
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new BackupException("A backup contains regular files only, not " + file + ".");
        }
        FileEntry now = new FileEntry(
                source.path(),
                attributes.size(),
                source.changed().orElse(attributes.lastModifiedTime().toInstant()),
                mode(file),
                false,
                List.of());
        if (source.immutable() && previous.filter(entry -> isSame(entry, now)).isPresent()) {
            FileEntry entry = previous.orElseThrow();
            if (isStored(entry)) {
                return new FileEntry(
                        entry.path(), entry.size(), entry.modified(), now.mode(), entry.lists(), entry.chunks());
            }
        }
        return read(source, now);
    }

    private static boolean isSame(FileEntry previous, FileEntry now) {
        return previous.size() == now.size() && previous.modified().equals(now.modified());
    }

    private static String mode(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return OWNER_ONLY;
        }
        return PosixFilePermissions.toString(
                Files.readAttributes(file, PosixFileAttributes.class).permissions());
    }

    /** Returns whether the repository still contains the chunks of an entry. */
    private boolean isStored(FileEntry entry) throws IOException {
        boolean[] stored = {true};
        for (String chunk : entry.chunks()) {
            stored[0] &= packs.isStored(ChunkName.of(chunk));
        }
        if (stored[0] && entry.lists() && !trusting) {
            try {
                chunks.names(entry, name -> stored[0] &= packs.isStored(name));
            } catch (DamagedObjectException e) {
                return false;
            }
        }
        return stored[0];
    }

    /** Stores the bytes that the file had when its size was read; later appended bytes are left to the next run. */
    private FileEntry read(SourceFile source, FileEntry now) throws IOException {
        long count = (now.size() + ChunkCipher.CHUNK - 1) / ChunkCipher.CHUNK;
        boolean lists = count > FileEntry.MOST_DIRECT;
        Names names = new Names(lists);
        try (InputStream in = Files.newInputStream(source.file(), LinkOption.NOFOLLOW_LINKS)) {
            for (long rest = now.size(); rest > 0; rest -= ChunkCipher.CHUNK) {
                int length = (int) Math.min(rest, ChunkCipher.CHUNK);
                if (in.readNBytes(buffer, 0, length) < length) {
                    throw new BackupException("The file " + source.file() + " became shorter while it was read.");
                }
                names.add(packs.store(Kind.CONTENT, buffer, length, source.compress()));
            }
        }
        return new FileEntry(now.path(), now.size(), now.modified(), now.mode(), lists, names.end());
    }

    /** Collects the names of the chunks of a file, or of the lists that contain these names. */
    private final class Names {

        private final List<String> names = new ArrayList<>();
        private final boolean lists;
        private final ByteBuffer list;

        Names(boolean lists) {
            this.lists = lists;
            this.list = ByteBuffer.allocate(lists ? FileEntry.NAMES_IN_LIST * ChunkName.BYTES : 0);
        }

        void add(ChunkName name) throws IOException {
            if (lists) {
                list.put(name.bytes());
                if (!list.hasRemaining()) {
                    finish();
                }
            } else {
                names.add(name.text());
            }
        }

        private void finish() throws IOException {
            names.add(
                    packs.store(Kind.LIST, list.array(), list.position(), false).text());
            list.clear();
        }

        List<String> end() throws IOException {
            if (list.position() > 0) {
                finish();
            }
            return names;
        }
    }
}
