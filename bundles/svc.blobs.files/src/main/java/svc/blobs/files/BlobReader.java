package svc.blobs.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.Consumer;
import svc.api.blob.BlobId;
import svc.api.blob.BlobKeyUnavailableException;
import svc.api.blob.CorruptBlobException;

/**
 * Reads an opened blob file whose header has been verified. It needs memory for one segment, encrypted and decrypted.
 * Not thread-safe.
 */
final class BlobReader implements AutoCloseable {

    private final Source file;
    private final BlobId id;
    private final long size;
    private final SegmentCipher cipher;
    private boolean taken;

    private BlobReader(Source file, BlobId id, KeyRings rings, String organization) throws IOException {
        this.file = file;
        this.id = id;
        BlobHead head = BlobHead.of(bytes(0, new byte[BlobHead.LENGTH], BlobHead.LENGTH))
                .orElseThrow(() -> damaged("does not start with a blob header"));
        this.cipher = new SegmentCipher(rings.reading(organization).key(head.keyId()), head, organization);
        this.size = head.size();
        if (!cipher.opens(head.seal(), size, id.sha256())) {
            throw damaged("has a header that belongs to another blob");
        }
        if (length() != BlobHead.fileLength(size)) {
            throw damaged("was truncated or extended");
        }
    }

    /** The encrypted bytes. */
    interface Source extends Closeable {
        int read(ByteBuffer into, long at) throws IOException;

        long size() throws IOException;
    }

    private record OpenedFile(FileChannel channel) implements Source {

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            return channel.read(into, at);
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    /** The bytes of an entry of a pack, in memory. */
    @SuppressWarnings("ArrayRecordComponent") // Sources are never compared.
    private record Bytes(byte[] bytes) implements Source {

        @Override
        public int read(ByteBuffer into, long at) {
            int portion = (int) Math.min(into.remaining(), bytes.length - at);
            if (portion <= 0) {
                return -1;
            }
            into.put(bytes, (int) at, portion);
            return portion;
        }

        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public void close() {}
    }

    /** A function that receives verified bytes. */
    @FunctionalInterface
    interface Taker {
        void take(byte[] bytes, int at, int length) throws IOException;
    }

    /**
     * Opens a blob.
     *
     * @throws CorruptBlobException the file is damaged or cannot be read, or no key decrypts it
     * @throws NoSuchFileException the blob was removed meanwhile
     */
    static BlobReader open(Path path, BlobId id, KeyRings rings, String organization) throws IOException {
        FileChannel file;
        try {
            file = FileChannel.open(path, StandardOpenOption.READ);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            throw unreadable(id, e);
        }
        return of(new OpenedFile(file), id, rings, organization);
    }

    /** Opens a blob whose encrypted bytes are in memory. */
    static BlobReader of(byte[] bytes, BlobId id, KeyRings rings, String organization) throws IOException {
        return of(new Bytes(bytes), id, rings, organization);
    }

    /** Opens a blob. The reader closes the source. */
    static BlobReader of(Source file, BlobId id, KeyRings rings, String organization) throws IOException {
        try {
            return new BlobReader(file, id, rings, organization);
        } catch (BlobKeyException e) {
            file.close();
            rings.report(organization, e);
            throw new BlobKeyUnavailableException("The blob " + id + " cannot be decrypted. " + e.getMessage());
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    long size() {
        return size;
    }

    /** Returns whether a consumer has received bytes. */
    boolean taken() {
        return taken;
    }

    /** Decrypts a range of the blob and passes it to the consumer, segment by segment. */
    void range(long from, long length, Taker taker) throws IOException {
        if (from > size - length) {
            throw new IllegalArgumentException("A blob of " + size + " bytes has no range " + from + "+" + length);
        }
        if (length == 0 && size > 0) {
            return;
        }
        long last = BlobHead.segments(size) - 1;
        int room = (int) Math.min(BlobHead.SEGMENT, size);
        byte[] stored = new byte[room + BlobHead.TAG];
        byte[] clear = new byte[room];
        long next = from;
        long left = length;
        do {
            long index = next / BlobHead.SEGMENT;
            int held = (int) Math.min(BlobHead.SEGMENT, size - index * BlobHead.SEGMENT);
            bytes(BlobHead.at(index), stored, held + BlobHead.TAG);
            if (!cipher.decrypt(stored, held + BlobHead.TAG, clear, (int) index, index == last)) {
                throw damaged("has a wrong segment " + index);
            }
            int at = (int) (next - index * BlobHead.SEGMENT);
            int portion = (int) Math.min(held - at, left);
            taken = true;
            taker.take(clear, at, portion);
            next += portion;
            left -= portion;
        } while (left > 0);
    }

    /**
     * Decrypts the whole blob and compares it with its hash.
     *
     * @param progress receives the number of bytes read, from time to time
     * @throws CorruptBlobException the blob is damaged
     */
    void verify(Consumer<Long> progress) throws IOException {
        MessageDigest sha256 = SegmentWriter.sha256();
        long[] read = {0};
        range(0, size, (bytes, at, portion) -> {
            sha256.update(bytes, at, portion);
            read[0] += portion;
            progress.accept(read[0]);
        });
        if (!Arrays.equals(sha256.digest(), id.sha256())) {
            throw new CorruptBlobException("The blob " + id + " has bytes that do not match its hash.");
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private long length() throws IOException {
        try {
            return file.size();
        } catch (IOException e) {
            throw unreadable(id, e);
        }
    }

    private byte[] bytes(long at, byte[] into, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(into, 0, length);
        try {
            while (buffer.hasRemaining()) {
                if (file.read(buffer, at + buffer.position()) < 0) {
                    throw damaged("was truncated");
                }
            }
            return into;
        } catch (CorruptBlobException | ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw unreadable(id, e);
        }
    }

    private CorruptBlobException damaged(String how) {
        return new CorruptBlobException("The file of the blob " + id + " " + how + ".");
    }

    /** Wraps an error of the disk, to distinguish it from an error of the consumer. */
    private static CorruptBlobException unreadable(BlobId id, IOException e) {
        CorruptBlobException damaged = new CorruptBlobException("The file of the blob " + id + " cannot be read: "
                + e.getClass().getSimpleName() + ".");
        damaged.initCause(e);
        return damaged;
    }
}
