package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.Draft;
import svc.api.time.Clock;

/** A temporary file that becomes a blob, or goes. One thread. */
final class FileDraft implements Draft {

    private final Path file;
    private final FileChannel channel;
    private final BlobHead head;
    private final SegmentCipher cipher;
    private final SegmentWriter out;
    private final Clock clock;
    private final Placing placing;
    private final Room room;
    private boolean ended;
    private boolean placed;

    FileDraft(Path file, BlobHead head, SegmentCipher cipher, Room room, Placing placing, Clock clock)
            throws IOException {
        this.file = file;
        this.channel = Disk.create(file);
        this.head = head;
        this.cipher = cipher;
        this.out = new SegmentWriter(channel, cipher, room);
        this.clock = clock;
        this.placing = placing;
        this.room = room;
    }

    /** Gives a file that is whole and on the disk the name of its blob. */
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
    public BlobId keep() throws IOException {
        if (ended || !out.whole()) {
            throw new IllegalStateException(
                    ended ? "The draft has ended" : "Its output was not closed, or not all of it could be written");
        }
        try {
            byte[] hash = out.hash();
            Disk.write(channel, head.sealed(size(), cipher.seal(size(), hash)), 0);
            // The time of the server's clock, not the machine's: by this the age of the blob is judged. It is synced
            // with the bytes.
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
