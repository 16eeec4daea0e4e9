package svc.backup.format;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import svc.backup.key.BackupKey;
import svc.backup.key.Hmac;
import svc.backup.key.RecipientSeal;
import svc.backup.key.Seal;

/**
 * Names, encrypts and decrypts chunks. The name of a chunk is determined by its content, and each name has its own key.
 * The nonce is random, because the same content can be encrypted in two forms: compressed and uncompressed. If the
 * repository has a recipient, the contents of files are encrypted to the recipient first, and not the lists, which the
 * server reads.
 */
public final class ChunkCipher {

    /** The length of the parts into which files are divided. */
    public static final int CHUNK = 256 * 1024;

    /** The maximum length of a chunk, which a chunk of the file list can reach if a path or a file is very long. */
    public static final int LONGEST = 4 * 1024 * 1024;

    private static final byte[] PURPOSE = "svc backup chunk 1".getBytes(US_ASCII);
    private static final byte[] TO_RECIPIENT = "svc backup chunk 2".getBytes(US_ASCII);
    private static final byte PLAIN = 0;
    private static final byte DEFLATED = 1;
    private static final byte FOR_RECIPIENT = 2;

    private final SecretKey nameKey;
    private final SecretKey contentNameKey;
    private final SecretKey sealKey;
    private final Seal seal;
    private final Optional<RecipientSeal> recipient;

    ChunkCipher(BackupKey key, SecureRandom random, Optional<RecipientSeal> recipient) {
        this.nameKey = key.derive("chunk name", Hmac.ALGORITHM);
        this.contentNameKey = key.derive("content name", Hmac.ALGORITHM);
        this.sealKey = key.derive("chunk seal", Hmac.ALGORITHM);
        this.seal = new Seal(random);
        this.recipient = recipient;
    }

    /** What a chunk contains. */
    public enum Kind {
        /** A part of a file of the home. */
        CONTENT,
        /** A part of the file list, or names of chunks. */
        LIST
    }

    /** Returns the name of a content. Contents for a recipient have other names than lists, which are not encrypted to it. */
    public ChunkName name(Kind kind, byte[] content, int length) {
        SecretKey key = recipient.isPresent() && kind == Kind.CONTENT ? contentNameKey : nameKey;
        return ChunkName.read(ByteBuffer.wrap(Hmac.of(key, content, length)));
    }

    /**
     * Encrypts a chunk.
     *
     * @param compress whether the chunk is compressed if it becomes smaller
     */
    public byte[] seal(Kind kind, ChunkName name, byte[] content, int length, boolean compress) {
        byte[] flagged = new byte[length + 1];
        int size = compress ? deflate(content, length, flagged) : 0;
        if (size > 0) {
            flagged[0] = DEFLATED;
        } else {
            flagged[0] = PLAIN;
            System.arraycopy(content, 0, flagged, 1, length);
            size = length;
        }
        if (recipient.isPresent() && kind == Kind.CONTENT) {
            byte[] inner = recipient.get().seal(associated(TO_RECIPIENT, name), flagged, size + 1);
            flagged = new byte[inner.length + 1];
            flagged[0] = FOR_RECIPIENT;
            System.arraycopy(inner, 0, flagged, 1, inner.length);
            size = inner.length;
        }
        return seal.seal(key(name), associated(PURPOSE, name), flagged, size + 1);
    }

    /**
     * Returns the content of a chunk; empty if its seal or its name does not match.
     *
     * @throws BackupException only the identity of the recipient decrypts it
     */
    public Optional<byte[]> open(ChunkName name, byte[] sealed) throws BackupException {
        Optional<byte[]> flagged = flagged(name, sealed);
        if (flagged.filter(this::isUnreadable).isPresent()) {
            throw new BackupException("Only the identity of the recipient decrypts the contents of this repository.");
        }
        return flagged.flatMap(bytes -> content(name, bytes));
    }

    /** Returns whether a chunk is as it was written. The key of the repository suffices. */
    public boolean isIntact(ChunkName name, byte[] sealed) {
        return flagged(name, sealed)
                .filter(bytes -> isUnreadable(bytes) || content(name, bytes).isPresent())
                .isPresent();
    }

    private Optional<byte[]> flagged(ChunkName name, byte[] sealed) {
        return seal.open(key(name), associated(PURPOSE, name), sealed);
    }

    private boolean isForRecipient(byte[] flagged) {
        return recipient.isPresent() && flagged.length > 0 && flagged[0] == FOR_RECIPIENT;
    }

    private boolean isUnreadable(byte[] flagged) {
        return isForRecipient(flagged) && !recipient.orElseThrow().canOpen(inner(flagged));
    }

    private static byte[] inner(byte[] flagged) {
        return Arrays.copyOfRange(flagged, 1, flagged.length);
    }

    private Optional<byte[]> content(ChunkName name, byte[] flagged) {
        return isForRecipient(flagged)
                ? recipient
                        .orElseThrow()
                        .open(associated(TO_RECIPIENT, name), inner(flagged))
                        .flatMap(bytes -> named(Kind.CONTENT, name, bytes))
                : named(Kind.LIST, name, flagged);
    }

    private Optional<byte[]> named(Kind kind, ChunkName name, byte[] flagged) {
        return content(flagged)
                .filter(content -> name(kind, content, content.length).equals(name));
    }

    private static Optional<byte[]> content(byte[] flagged) {
        if (flagged.length == 0) {
            return Optional.empty();
        }
        return switch (flagged[0]) {
            case PLAIN -> Optional.of(Arrays.copyOfRange(flagged, 1, flagged.length));
            case DEFLATED -> inflate(flagged);
            default -> Optional.empty();
        };
    }

    /** Returns the length of the compressed content in {@code to} from offset 1; 0 if it is not smaller. */
    private static int deflate(byte[] content, int length, byte[] to) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(content, 0, length);
            deflater.finish();
            int size = deflater.deflate(to, 1, Math.max(0, length - 1));
            return deflater.finished() ? size : 0;
        } finally {
            deflater.end();
        }
    }

    private static Optional<byte[]> inflate(byte[] flagged) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(flagged, 1, flagged.length - 1);
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            byte[] part = new byte[CHUNK];
            while (!inflater.finished() && content.size() <= LONGEST) {
                int size = inflater.inflate(part);
                if (size == 0) {
                    return Optional.empty();
                }
                content.write(part, 0, size);
            }
            return content.size() <= LONGEST ? Optional.of(content.toByteArray()) : Optional.empty();
        } catch (DataFormatException e) {
            return Optional.empty();
        } finally {
            inflater.end();
        }
    }

    private SecretKey key(ChunkName name) {
        return new SecretKeySpec(Hmac.of(sealKey, name.bytes(), ChunkName.BYTES), "AES");
    }

    private static byte[] associated(byte[] purpose, ChunkName name) {
        return ByteBuffer.allocate(purpose.length + ChunkName.BYTES)
                .put(purpose)
                .put(name.bytes())
                .array();
    }
}
