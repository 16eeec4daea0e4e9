package svc.blobs.files.pack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;
import svc.api.blob.BlobId;
import svc.blobs.files.pack.PackRows.PackedBlob;

/**
 * The 88-byte header of an entry in a pack. Its parts are, with their lengths in bytes: {@code svcpack} (7), the version
 * 1 (1), the length of the body (4), a checksum of the other parts (4), the time in milliseconds (8), the organization
 * (32), and the hash of the blob (32). The body has the format of a blob file; it is padded with zeros to a multiple of
 * 8 bytes. An entry whose organization is empty is void: its blob was removed and its body overwritten.
 *
 * @param length the length of the body
 * @param time when the entry was written
 * @param organization the organization; empty for a void entry
 * @param hash the SHA-256 of the blob
 */
@SuppressWarnings("ArrayRecordComponent") // Entries are never compared.
public record PackEntry(int length, Instant time, String organization, byte[] hash) {

    /** The length of the header. */
    public static final int HEADER = 88;

    /** The size of the largest blob in a pack; larger ones have their own files. */
    public static final int LARGEST = 1 << 17;

    /** The length of the largest body: it has a header of 64 bytes and two segments with a tag of 16 bytes. */
    public static final int LARGEST_BODY = LARGEST + 64 + 2 * 16;

    /** The offset of every entry is a multiple of this number. */
    static final int UNIT = 8;

    private static final byte[] MAGIC = {'s', 'v', 'c', 'p', 'a', 'c', 'k', 1};
    private static final int CHECKSUM_AT = 12;
    private static final int CHECKED_AT = 16;
    private static final int ORGANIZATION = 32;
    private static final int HASH = 32;

    /** Creates the header that replaces the header of a removed blob. */
    static PackEntry empty(int length) {
        return new PackEntry(length, Instant.EPOCH, "", new byte[HASH]);
    }

    /** Parses a header; empty if it is damaged or is no header. */
    static Optional<PackEntry> of(byte[] bytes, int at) {
        if (!Arrays.equals(bytes, at, at + MAGIC.length, MAGIC, 0, MAGIC.length)) {
            return Optional.empty();
        }
        ByteBuffer header = ByteBuffer.wrap(bytes, at, HEADER).slice();
        int length = header.getInt(MAGIC.length);
        if (length < 0 || length > LARGEST_BODY || header.getInt(CHECKSUM_AT) != checksum(bytes, at, length)) {
            return Optional.empty();
        }
        Instant time = Instant.ofEpochMilli(header.getLong(CHECKED_AT));
        byte[] organization = new byte[ORGANIZATION];
        byte[] hash = new byte[HASH];
        header.position(CHECKED_AT + Long.BYTES).get(organization).get(hash);
        return Optional.of(new PackEntry(length, time, new String(organization, US_ASCII).strip(), hash));
    }

    /** Returns the header. */
    byte[] header() {
        byte[] bytes = new byte[HEADER];
        byte[] name = Arrays.copyOf((organization + " ".repeat(ORGANIZATION)).getBytes(US_ASCII), ORGANIZATION);
        ByteBuffer header = ByteBuffer.wrap(bytes).put(MAGIC).putInt(length).putInt(0);
        header.putLong(time.toEpochMilli()).put(name).put(hash);
        return header.putInt(CHECKSUM_AT, checksum(bytes, 0, length)).array();
    }

    private static int checksum(byte[] bytes, int at, int length) {
        CRC32C sum = new CRC32C();
        sum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, length));
        sum.update(bytes, at + CHECKED_AT, HEADER - CHECKED_AT);
        return (int) sum.getValue();
    }

    PackedBlob blob(Place place) {
        return new PackedBlob(organization, BlobId.of(hash), place);
    }

    boolean isVoid() {
        return organization.isEmpty();
    }

    /** Returns the length of the header, the body and the padding. */
    public long total() {
        return total(length);
    }

    /** Returns the length of an entry with this body. */
    public static long total(int length) {
        return HEADER + (length + UNIT - 1L) / UNIT * UNIT;
    }
}
