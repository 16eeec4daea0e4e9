package svc.mail.out.send;

import java.io.IOException;
import java.io.OutputStream;
import svc.api.delivery.OutgoingMail.Content;

/**
 * What a message needs of a server.
 *
 * @param size the number of octets with CRLF as line ends
 * @param hasInternationalHeader whether the header section has octets other than ASCII (RFC 6532)
 * @param is8Bit whether the message has octets other than ASCII (RFC 6152)
 */
record ContentFacts(long size, boolean hasInternationalHeader, boolean is8Bit) {

    /** Returns the content with CRLF as line ends. */
    static Content canonical(Content content) {
        return out -> {
            CrlfOutput lines = new CrlfOutput(out);
            content.writeTo(lines);
            lines.finish();
        };
    }

    /** Reads a content with CRLF as line ends. */
    static ContentFacts of(Content canonical) throws IOException {
        Scan scan = new Scan();
        canonical.writeTo(scan);
        return new ContentFacts(scan.size, scan.isHeaderInternational, scan.is8Bit);
    }

    private static final class Scan extends OutputStream {

        private static final int END_OF_HEADER = 2;

        private long size;
        private boolean isHeaderInternational;
        private boolean is8Bit;

        /** The number of line ends without an octet between them. */
        private int emptyLines = 1;

        @Override
        public void write(int octet) {
            size++;
            if ((octet & 0xff) > 0x7f) {
                is8Bit = true;
                isHeaderInternational |= emptyLines < END_OF_HEADER;
            }
            if (emptyLines < END_OF_HEADER) {
                emptyLines = octet == '\n' ? emptyLines + 1 : octet == '\r' ? emptyLines : 0;
            }
        }
    }
}
