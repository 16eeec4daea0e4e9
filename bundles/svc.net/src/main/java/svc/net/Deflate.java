package svc.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The compression of a connection (DEFLATE, RFC 1951, as RFC 4978 uses it). The input keeps a window of 32 KiB; the
 * output keeps nothing between two pieces, because each piece is compressed on its own. Not thread-safe.
 */
final class Deflate {

    private static final int BUFFER = 16 * 1024;

    /** A stream without the header of zlib. */
    private static final boolean RAW = true;

    private Deflate() {}

    /** Passes on the octets of a compressed piece. */
    @FunctionalInterface
    interface Sink {

        /** Sends octets. */
        void send(ByteBuffer octets) throws IOException;
    }

    /** Compresses a piece so that the client can decompress all of it at once. */
    static void compress(ByteBuffer piece, Sink sink) throws IOException {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, RAW);
        try {
            deflater.setInput(piece);
            byte[] octets = new byte[BUFFER];
            int count;
            do {
                count = deflater.deflate(octets, 0, octets.length, Deflater.SYNC_FLUSH);
                sink.send(ByteBuffer.wrap(octets, 0, count));
            } while (count == octets.length);
        } finally {
            deflater.end();
        }
    }

    /** The decompression of the input. */
    static final class Input {

        private final Inflater inflater = new Inflater(RAW);

        /** Returns whether compressed octets are left that were not decompressed. */
        boolean hasMore() {
            return !inflater.needsInput();
        }

        /** Adds compressed octets; all earlier ones must be used. */
        void add(byte[] octets) {
            inflater.setInput(octets);
        }

        /** Returns the next octets, at most those of one buffer, so that a small input cannot fill the memory. */
        ByteBuffer next() throws IOException {
            byte[] octets = new byte[BUFFER];
            try {
                int count = inflater.inflate(octets);
                if (count == 0 && (inflater.finished() || inflater.needsDictionary())) {
                    throw new IOException("the client has ended the compressed stream");
                }
                return ByteBuffer.wrap(octets, 0, count);
            } catch (DataFormatException e) {
                throw new IOException("the client has sent octets that are not compressed", e);
            }
        }

        void end() {
            inflater.end();
        }
    }
}
