package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files and packs of blobs in a home.
 *
 * @param home the home
 */
record BlobFiles(Path home) {

    private static final byte[] MAGIC = "svcpack\u0001".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER = 88;
    private static final int HASH_AT = 56;
    private static final int HASH = 32;

    /**
     * The bytes of a blob: a whole file or an entry of a pack.
     *
     * @param at the offset of the first byte
     */
    private record Stored(Path file, int at, int length) {}

    /** Returns all files, temporary ones too, without the keys and the packs. */
    List<Path> all() {
        return files().stream()
                .filter(file -> !file.toString().endsWith(".pack"))
                .toList();
    }

    /** Returns the packs in the order of their numbers. */
    List<Path> packs() {
        return files().stream()
                .filter(file -> file.toString().endsWith(".pack"))
                .sorted()
                .toList();
    }

    private List<Path> files() {
        Path folder = home.resolve("data/blobs");
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().equals("keys"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the temporary files of unfinished uploads. */
    List<Path> temporary() {
        return all().stream()
                .filter(file -> String.valueOf(file.getParent()).endsWith("/tmp"))
                .toList();
    }

    /** Returns the files and packs with the bytes of one blob. */
    List<Path> of(String blobId) {
        return stored(blobId).stream().map(Stored::file).toList();
    }

    /** Returns the ids of the blobs in a pack. */
    static Set<String> in(Path pack) {
        Set<String> found = new HashSet<>();
        byte[] bytes = read(pack);
        for (int at : entries(bytes)) {
            found.add("b" + HexFormat.of().formatHex(bytes, at + HASH_AT, at + HASH_AT + HASH));
        }
        return found;
    }

    private List<Stored> stored(String blobId) {
        List<Stored> found = new ArrayList<>();
        for (Path file : all()) {
            if (file.getFileName().toString().equals(blobId)) {
                found.add(new Stored(file, 0, read(file).length));
            }
        }
        byte[] hash = HexFormat.of().parseHex(blobId.substring(1));
        for (Path pack : packs()) {
            byte[] bytes = read(pack);
            for (int at : entries(bytes)) {
                if (Arrays.equals(bytes, at + HASH_AT, at + HASH_AT + HASH, hash, 0, HASH)) {
                    found.add(
                            new Stored(pack, at + HEADER, ByteBuffer.wrap(bytes).getInt(at + MAGIC.length)));
                }
            }
        }
        return found;
    }

    /** Returns the offsets of the entries of a pack. */
    private static List<Integer> entries(byte[] bytes) {
        List<Integer> found = new ArrayList<>();
        for (int at = 0; at + HEADER <= bytes.length; at += MAGIC.length) {
            if (Arrays.equals(bytes, at, at + MAGIC.length, MAGIC, 0, MAGIC.length)) {
                found.add(at);
            }
        }
        return found;
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return new byte[0];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, byte[] bytes, int at) {
        try (FileChannel opened = FileChannel.open(file, StandardOpenOption.WRITE)) {
            opened.write(ByteBuffer.wrap(bytes), at);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets the timestamp of the file or pack of a blob. */
    void touch(String blobId, Instant at) {
        of(blobId).forEach(file -> {
            try {
                Files.setLastModifiedTime(file, FileTime.from(at));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Flips a bit at a position of the file or entry, counted from the end if it is negative. */
    void flip(String blobId, int place) {
        stored(blobId).forEach(stored -> {
            int at = stored.at() + (place < 0 ? stored.length() + place : place);
            write(stored.file(), new byte[] {(byte) (read(stored.file())[at] ^ 4)}, at);
        });
    }

    /** Deletes the file of a blob, or overwrites its entry in a pack. */
    void delete(String blobId) {
        stored(blobId).forEach(stored -> {
            if (stored.at() > 0) {
                write(stored.file(), new byte[HEADER + stored.length()], stored.at() - HEADER);
                return;
            }
            try {
                Files.delete(stored.file());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
