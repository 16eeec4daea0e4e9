package svc.blobs.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.testkit.SettableWallClock;

/** A home with blobs, and access to its files for tests. */
record Home(Path directory, FileBlobs blobs, SettableWallClock clock) {

    /** Returns a home on which a server has started. */
    static Home started(Path directory) throws IOException {
        return started(directory, new SettableWallClock());
    }

    static Home started(Path directory, SettableWallClock clock) throws IOException {
        FileBlobs blobs = FileBlobs.in(directory, clock);
        blobs.begin();
        return new Home(directory, blobs, clock);
    }

    /** Returns the home after a restart of the server. */
    Home restarted() throws IOException {
        return started(directory, clock);
    }

    static byte[] bytes(long seed, int size) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    BlobId keep(String organization, byte[] bytes) throws IOException {
        return keep(blobs, organization, bytes);
    }

    static BlobId keep(BlobStore blobs, String organization, byte[] bytes) throws IOException {
        try (BlobStore.BlobWriter draft = blobs.newBlob(organization)) {
            try (OutputStream out = draft.out()) {
                out.write(bytes);
            }
            return draft.commit();
        }
    }

    static BlobId id(byte[] bytes) {
        return BlobId.of(SegmentWriter.sha256().digest(bytes));
    }

    byte[] read(String organization, BlobId id) throws IOException {
        return read(blobs, organization, id);
    }

    static byte[] read(BlobStore blobs, String organization, BlobId id) throws IOException {
        BlobStore.StoredBlob stored = blobs.find(organization, id).orElseThrow();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        stored.send(0, stored.size(), out);
        return out.toByteArray();
    }

    Path file(String organization, BlobId id) {
        return blobs.folder().of(organization).file(id);
    }

    Path key() {
        return directory.resolve("secrets/blob.key");
    }

    Path keys(String organization) {
        return blobs.folder().of(organization).keys();
    }

    /** Returns all files that are neither blobs nor keys. */
    List<Path> leftOver() {
        return files().stream()
                .filter(file -> !file.getFileName().toString().equals("keys"))
                .filter(file -> BlobId.parse(file.getFileName().toString()).isEmpty())
                .toList();
    }

    /** Returns all files below {@code data/blobs}. */
    List<Path> files() {
        if (!Files.exists(blobs.folder().path())) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(blobs.folder().path())) {
            return files.filter(Files::isRegularFile)
                    .sorted(Comparator.naturalOrder())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<BlobId> list(String organization) throws IOException {
        return blobs.list(organization, Optional.empty(), Integer.MAX_VALUE);
    }

    static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
