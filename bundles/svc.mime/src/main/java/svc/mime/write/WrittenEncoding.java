package svc.mime;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;

/** How a body is encoded when it is written (RFC 2045 §6), the encoded ones first, then by what they ask of the transport. */
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

    /** The value of the Content-Transfer-Encoding. */
    String text() {
        return text;
    }

    /** What a multipart has that such a part is in: no encoding of its own (RFC 2045 §6.4). */
    WrittenEncoding around() {
        return compareTo(SEVEN_BIT) < 0 ? SEVEN_BIT : this;
    }

    /** Writes bytes. */
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

    /** Stays open when what is in front of it is closed. */
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
