package svc.mail.domains.report;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import svc.mime.Message;
import svc.mime.Octets;
import svc.mime.Part;

/** Finds the report in a message and unpacks it, within limits. */
final class ReportAttachment {

    /** The maximum size of the attachment. */
    static final int LARGEST = 2_000_000;

    /** The maximum size of the XML. */
    static final int LARGEST_XML = 10_000_000;

    private static final Set<String> TYPES = Set.of(
            "application/gzip",
            "application/x-gzip",
            "application/zip",
            "application/x-zip-compressed",
            "application/xml",
            "text/xml");

    private ReportAttachment() {}

    /** Returns the part with the report. */
    static Optional<Part> find(Message message) {
        return message.leaves(false).stream()
                .filter(part -> TYPES.contains(part.type()) || isNamed(part))
                .filter(part -> part.size() <= LARGEST)
                .findFirst();
    }

    private static boolean isNamed(Part part) {
        String name = part.name() == null ? "" : part.name().toLowerCase(Locale.ROOT);
        return name.endsWith(".xml.gz") || name.endsWith(".xml") || name.endsWith(".zip");
    }

    /**
     * Returns the XML of a part. Reading fails after {@value #LARGEST_XML} bytes.
     *
     * @throws IOException the part cannot be read, or is no archive although it begins like one
     */
    static InputStream open(Part part, Octets source) throws IOException {
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        try (OutputStream decoding = part.encoding().decoding(decoded)) {
            source.send(part.body().from(), part.body().length(), decoding);
        }
        byte[] bytes = decoded.toByteArray();
        InputStream in = new ByteArrayInputStream(bytes);
        if (startsWith(bytes, 0x1f, 0x8b)) {
            in = new GZIPInputStream(in);
        } else if (startsWith(bytes, 'P', 'K', 3, 4)) {
            in = file(new ZipInputStream(in));
        }
        return new Limited(in);
    }

    private static boolean startsWith(byte[] bytes, int... octets) {
        for (int i = 0; i < octets.length; i++) {
            if (i >= bytes.length || (bytes[i] & 0xff) != octets[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the archive at its first file, which must be the report: others are not unpacked. */
    private static InputStream file(ZipInputStream zip) throws IOException {
        ZipEntry entry = zip.getNextEntry();
        if (entry == null || entry.isDirectory()) {
            throw new IOException("the archive does not begin with a file");
        }
        return zip;
    }

    /** Fails after too many bytes. */
    private static final class Limited extends FilterInputStream {

        private int rest = LARGEST_XML;

        Limited(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            rest -= Math.max(0, count);
            if (rest < 0) {
                throw new IOException("the unpacked report has more than " + LARGEST_XML + " bytes");
            }
            return count;
        }

        @Override
        public long skip(long count) throws IOException {
            return 0; // which InputStream permits; a caller then reads, and each octet is counted
        }
    }
}
