package svc.blobs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import svc.blobs.files.disk.DurableFiles;

/** The minimum cost of the same hash and encryption: a file of encrypted segments. */
final class PlainCopy {

    private static final int SEGMENT = 1 << 16;
    private static final int TAG = 16;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private final Path folder;
    private final SecretKey key = new SecretKeySpec(new byte[32], "AES");
    private final Cipher cipher;
    private long copies;

    private PlainCopy(Path folder, Cipher cipher) {
        this.folder = folder;
        this.cipher = cipher;
    }

    static PlainCopy in(Path folder) throws GeneralSecurityException {
        return new PlainCopy(folder, Cipher.getInstance("AES/GCM/NoPadding"));
    }

    /**
     * Hashes and encrypts the bytes into a new file. The creation of the file is a large part of the cost of a small
     * blob.
     */
    byte[] write(byte[] bytes, boolean synced) throws IOException, GeneralSecurityException {
        copies++;
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        byte[] segment = new byte[Math.min(SEGMENT, bytes.length) + TAG];
        try (FileChannel out = FileChannel.open(file(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int at = 0; at < bytes.length; at += SEGMENT) {
                int length = Math.min(SEGMENT, bytes.length - at);
                sha256.update(bytes, at, length);
                begin(Cipher.ENCRYPT_MODE, at / SEGMENT);
                int stored = cipher.doFinal(bytes, at, length, segment, 0);
                ByteBuffer buffer = ByteBuffer.wrap(segment, 0, stored);
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
            }
            if (synced) {
                out.force(true);
                DurableFiles.sync(folder);
            }
        }
        return sha256.digest();
    }

    /** Reads and decrypts the file. */
    void read(OutputStream out) throws IOException, GeneralSecurityException {
        byte[] segment = new byte[(int) Math.min(SEGMENT + TAG, Files.size(file()))];
        byte[] clear = new byte[segment.length];
        try (FileChannel in = FileChannel.open(file(), StandardOpenOption.READ)) {
            int index = 0;
            for (int length = fill(in, segment); length > 0; length = fill(in, segment)) {
                begin(Cipher.DECRYPT_MODE, index++);
                out.write(clear, 0, cipher.doFinal(segment, 0, length, clear, 0));
            }
        }
    }

    private Path file() {
        return folder.resolve("plain-" + copies);
    }

    private static int fill(FileChannel in, byte[] segment) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(segment);
        int read = 0;
        while (buffer.hasRemaining() && read >= 0) {
            read = in.read(buffer);
        }
        return buffer.position();
    }

    private void begin(int mode, int index) throws GeneralSecurityException {
        byte[] nonce = ByteBuffer.allocate(NONCE).putLong(copies).putInt(index).array();
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    }
}
