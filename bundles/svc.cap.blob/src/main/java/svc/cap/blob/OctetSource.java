package svc.cap.blob;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import svc.api.blob.BlobStore.StoredBlob;

/** A source of the octets of a new blob. Sources are validated before they are created. */
sealed interface OctetSource {

    /** Size of a chunk of text. */
    int PORTION = 16 * 1024;

    /** Returns the number of octets. */
    long size();

    /** Writes the octets in chunks. */
    void send(OutputStream out) throws IOException;

    /**
     * A text without unpaired surrogates, encoded as UTF-8.
     *
     * @param size the number of octets in UTF-8
     */
    record Text(String text, long size) implements OctetSource {

        @Override
        public void send(OutputStream out) throws IOException {
            CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
            CharBuffer in = CharBuffer.wrap(text);
            ByteBuffer portion = ByteBuffer.allocate(PORTION);
            CoderResult result;
            do {
                result = encoder.encode(in, portion, true);
                if (result.isError()) {
                    result.throwException();
                }
                out.write(portion.array(), 0, portion.position());
                portion.clear();
            } while (result.isOverflow());
        }
    }

    /** Valid base64. */
    record Base64Text(String text) implements OctetSource {

        @Override
        public long size() {
            int padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
            return text.length() / 4 * 3L - padding;
        }

        @Override
        public void send(OutputStream out) throws IOException {
            for (int at = 0; at < text.length(); at += PORTION) {
                String portion = text.substring(at, Math.min(at + PORTION, text.length()));
                out.write(Base64.getDecoder().decode(portion));
            }
        }
    }

    /** A range of another blob. */
    record Part(StoredBlob blob, long from, long size) implements OctetSource {

        @Override
        public void send(OutputStream out) throws IOException {
            blob.send(from, size, out);
        }
    }
}
