package svc.backup.format;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import svc.backup.key.BackupKey;

/**
 * Names, encrypts and decrypts chunks. The name of a chunk is determined by its content, and each name has its own key.
 * The nonce is random, because the same content can be encrypted in two forms: compressed and uncompressed.
 */
public final class ChunkCipher {

    /** The length of the parts into which files are divided. */
    public static final int CHUNK = 256 * 1024;

    /** The maximum length of a chunk, which a chunk of the file list can reach if a path or a file is very long. */
    public static final int LONGEST = 4 * 1024 * 1024;

    private static final byte[] PURPOSE = "svc backup chunk 1".getBytes(US_ASCII);
    private static final String HMAC = "HmacSHA256";
    private static final byte PLAIN = 0;
    private static final byte DEFLATED = 1;

    private final SecretKey nameKey;
    private final SecretKey sealKey;
    private final Seal seal;

    ChunkCipher(BackupKey key, SecureRandom random) {
        this.nameKey = key.derive("chunk name", HMAC);
        this.sealKey = key.derive("chunk seal", HMAC);
        this.seal = new Seal(random);
    }

    /** Returns the name of a content. */
    public ChunkName name(byte[] content, int length) {
        return ChunkName.read(ByteBuffer.wrap(mac(nameKey, content, length)));
    }

    /**
     * Encrypts a chunk.
     *
     * @param compress whether the chunk is compressed if it becomes smaller
     */
    public byte[] seal(ChunkName name, byte[] content, int length, boolean compress) {
        byte[] flagged = new byte[length + 1];
        int size = compress ? deflate(content, length, flagged) : 0;
        if (size > 0) {
            flagged[0] = DEFLATED;
        } else {
            flagged[0] = PLAIN;
            System.arraycopy(content, 0, flagged, 1, length);
            size = length;
        }
        return seal.seal(key(name), associated(name), flagged, size + 1);
    }

    /** Returns the content of a chunk; empty if its seal or its name does not match. */
    public Optional<byte[]> open(ChunkName name, byte[] sealed) {
        return seal.open(key(name), associated(name), sealed)
                .flatMap(ChunkCipher::content)
                .filter(content -> name(content, content.length).equals(name));
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
        return new SecretKeySpec(mac(sealKey, name.bytes(), ChunkName.BYTES), "AES");
    }

    private static byte[] associated(ChunkName name) {
        return ByteBuffer.allocate(PURPOSE.length + ChunkName.BYTES)
                .put(PURPOSE)
                .put(name.bytes())
                .array();
    }

    private static byte[] mac(SecretKey key, byte[] content, int length) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(content, 0, length);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HMAC", e);
        }
    }
}
