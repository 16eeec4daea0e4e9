package svc.mime.write;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import svc.mime.Octets;

/**
 * The transfer encoding of a written body (RFC 2045 §6). The first constants are the encodings that transform the body.
 * The others leave the body unchanged; each of them requires more of the transport than the one before.
 */
enum WrittenEncoding {
    BASE64("base64"),
    QUOTED_PRINTABLE("quoted-printable"),
    SEVEN_BIT("7bit"),
    EIGHT_BIT("8bit"),
    BINARY("binary");

    private final String text;

    WrittenEncoding(String text) {
        this.text = text;
    }

    /** Returns the value of the Content-Transfer-Encoding field. */
    String text() {
        return text;
    }

    /**
     * Returns the encoding of a multipart that contains a part with this encoding. A multipart itself must not be
     * encoded (RFC 2045 §6.4).
     */
    WrittenEncoding enclosingEncoding() {
        return compareTo(SEVEN_BIT) < 0 ? SEVEN_BIT : this;
    }

    /** Writes the encoded bytes. */
    void write(Octets octets, long size, OutputStream out) throws IOException {
        switch (this) {
            case BASE64 -> {
                try (OutputStream encoding = Base64.getMimeEncoder().wrap(new Open(out))) {
                    octets.send(0, size, encoding);
                }
            }
            case QUOTED_PRINTABLE -> {
                try (OutputStream encoding = new QuotedPrintableEncoding(out)) {
                    octets.send(0, size, encoding);
                }
            }
            case SEVEN_BIT, EIGHT_BIT, BINARY -> octets.send(0, size, out);
        }
    }

    /** An output stream that stays open when a stream that wraps it is closed. */
    private static final class Open extends FilterOutputStream {

        Open(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() {}
    }
}
