package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.time.Clock;
import svc.blobs.files.disk.DiskSpace;
import svc.blobs.files.disk.DurableFiles;

/** A temporary file that becomes a blob at its commit, or is deleted. Not thread-safe. */
final class FileDraft implements BlobWriter {

    private final Path file;
    private final FileChannel channel;
    private final BlobHead head;
    private final SegmentCipher cipher;
    private final SegmentWriter out;
    private final Clock clock;
    private final Placing placing;
    private final DiskSpace room;
    private boolean ended;
    private boolean placed;

    FileDraft(Path file, BlobHead head, SegmentCipher cipher, DiskSpace room, Placing placing, Clock clock)
            throws IOException {
        this.file = file;
        this.channel = DurableFiles.create(file);
        this.head = head;
        this.cipher = cipher;
        this.out = new SegmentWriter(channel, cipher, room);
        this.clock = clock;
        this.placing = placing;
        this.room = room;
    }

    /** A function that moves a complete and synced file to the path of its blob. */
    @FunctionalInterface
    interface Placing {
        void place(Path file, BlobId id, long size) throws IOException;
    }

    @Override
    public OutputStream out() {
        return out;
    }

    @Override
    public long size() {
        return out.size();
    }

    @Override
    public BlobId commit() throws IOException {
        if (ended) {
            throw new IllegalStateException("The draft has ended");
        }
        out.requireWhole();
        try {
            byte[] hash = out.hash();
            DurableFiles.write(channel, head.sealed(size(), cipher.seal(size(), hash)), 0);
            // The timestamp of the file is set from the server's clock, because it determines the age of the blob. The
            // timestamp is synced to the disk together with the bytes.
            Files.setLastModifiedTime(file, FileTime.from(clock.now()));
            channel.force(true);
            channel.close();
            BlobId id = BlobId.of(hash);
            placing.place(file, id, size());
            placed = true;
            room.found();
            return id;
        } catch (IOException e) {
            throw room.because(e);
        } finally {
            close();
        }
    }

    @Override
    public void close() throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        try {
            channel.close();
        } finally {
            if (!placed) {
                Files.deleteIfExists(file);
            }
        }
    }
}
