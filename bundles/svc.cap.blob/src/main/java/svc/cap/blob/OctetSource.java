package svc.cap.blob;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import svc.api.blob.BlobStore.Stored;

/** Where octets of a new blob come from. What cannot be read to its end has been refused before there is one. */
sealed interface Source {

    /** A portion of a text. */
    int PORTION = 16 * 1024;

    /** How many octets it has. */
    long size();

    /** Sends them, a portion at a time. */
    void send(OutputStream out) throws IOException;

    /**
     * A text without half characters, as UTF-8.
     *
     * @param size how many octets that has
     */
    record Text(String text, long size) implements Source {

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

    /** Base64 that has been looked through. */
    record Base64Text(String text) implements Source {

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

    /** A part of another blob, which has it. */
    record Part(Stored blob, long from, long size) implements Source {

        @Override
        public void send(OutputStream out) throws IOException {
            blob.send(from, size, out);
        }
    }
}
