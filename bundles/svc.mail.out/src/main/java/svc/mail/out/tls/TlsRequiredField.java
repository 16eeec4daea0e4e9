package svc.mail.out.tls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serial;
import java.util.List;
import svc.api.delivery.OutgoingMail.Content;
import svc.mime.HeaderField;
import svc.mime.Headers;

/**
 * Reads the header field TLS-Required (RFC 8689 §3). A message with the value No is sent without regard to policies, and
 * its sessions are not recorded. The TLS reports of this server have it, so no report is about reports.
 */
public final class TlsRequiredField {

    private static final int LONGEST_HEADER = 1 << 20;

    private TlsRequiredField() {}

    /** Returns whether a message has the field with the value No. Reads the header of the message alone. */
    public static boolean isNo(Content content) throws IOException {
        HeaderBytes header = new HeaderBytes();
        try {
            content.writeTo(header);
        } catch (HeaderEndException e) {
            // the rest of the message is not needed
        }
        List<HeaderField> fields = Headers.of(header.bytes.toByteArray()).all("TLS-Required");
        return fields.size() == 1 && fields.get(0).unfolded().strip().equalsIgnoreCase("No");
    }

    /** Thrown to stop the message after its header. */
    private static final class HeaderEndException extends IOException {

        @Serial
        private static final long serialVersionUID = 1L;
    }

    /** Collects the header, which ends with an empty line. */
    private static final class HeaderBytes extends OutputStream {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int inLine;

        @Override
        public void write(int octet) throws IOException {
            bytes.write(octet);
            if (octet == '\n') {
                if (inLine == 0 || bytes.size() > LONGEST_HEADER) {
                    throw new HeaderEndException();
                }
                inLine = 0;
            } else if (octet != '\r') {
                inLine++;
            }
        }
    }
}
