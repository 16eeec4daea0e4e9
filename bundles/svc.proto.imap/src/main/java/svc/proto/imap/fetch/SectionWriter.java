package svc.proto.imap.fetch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import svc.mime.Part;
import svc.mime.Part.Section;
import svc.mime.TransferEncoding;
import svc.proto.imap.command.BodySection;
import svc.proto.imap.command.BodySection.Kind;
import svc.proto.imap.command.FetchItem.Binary;
import svc.proto.imap.command.FetchItem.BinarySize;
import svc.proto.imap.command.FetchItem.Body;
import svc.proto.imap.command.FetchItem.OctetRange;
import svc.proto.imap.message.MessageSections;
import svc.proto.imap.response.ResponseWriter;

/** Writes sections of a message (RFC 9051 §6.4.5.1, RFC 3516). A section that the message does not have is NIL. */
final class SectionWriter {

    /** The maximum length of a header from which fields are selected. */
    private static final int LONGEST_HEADER = 262_144;

    /** The number of encoded octets that are read at once, if the client wants only a range of the decoded ones. */
    private static final long STEP = 262_144;

    private final ResponseWriter out;
    private final Part root;
    private final MessageContent content;

    SectionWriter(ResponseWriter out, Part root, MessageContent content) {
        this.out = out;
        this.root = root;
        this.content = content;
    }

    void body(Body item) throws IOException {
        out.raw(item.name()).raw(" ");
        Optional<Section> found = MessageSections.find(root, item.section());
        if (found.isEmpty()) {
            out.raw("NIL");
            return;
        }
        Section section = found.get();
        Kind kind = item.section().kind();
        if (kind == Kind.HEADER_FIELDS || kind == Kind.HEADER_FIELDS_NOT) {
            fields(item, section);
            return;
        }
        OctetRange range = range(item.range(), section.length());
        out.literal(range.length());
        content.send(section.from() + range.from(), range.length(), out.content());
    }

    private void fields(Body item, Section header) throws IOException {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        content.send(header.from(), Math.min(header.length(), LONGEST_HEADER), octets);
        byte[] selected = MessageSections.select(octets.toByteArray(), item.section());
        OctetRange range = range(item.range(), selected.length);
        out.literal(range.length());
        out.content().write(selected, (int) range.from(), (int) range.length());
    }

    /** Returns the octets of a range that exist. */
    private static OctetRange range(Optional<OctetRange> wanted, long size) {
        long from = wanted.map(range -> Math.min(range.from(), size)).orElse(0L);
        long length = wanted.map(range -> Math.min(range.length(), size - from)).orElse(size);
        return new OctetRange(from, length);
    }

    /**
     * Returns whether a part has a transfer encoding that cannot be decoded.
     *
     * @param section a section of BINARY
     */
    static boolean isUndecodable(Part root, BodySection section) {
        return !section.part().isEmpty()
                && MessageSections.part(root, section.part())
                        .filter(part -> part.encoding() == TransferEncoding.UNKNOWN)
                        .isPresent();
    }

    void binary(Binary item) throws IOException {
        out.raw(item.name()).raw(" ");
        if (item.section().part().isEmpty()) {
            binary(new Section(0, content.size()), item.range());
            return;
        }
        Optional<Part> part = MessageSections.part(root, item.section().part());
        if (part.isEmpty()) {
            out.raw("NIL");
        } else if (isDecoded(part.get())) {
            decoded(part.get(), item.range());
        } else {
            binary(part.get().body(), item.range());
        }
    }

    private static boolean isDecoded(Part part) {
        return !part.isMultipart() && part.encoding() != TransferEncoding.NONE;
    }

    private void binary(Section section, Optional<OctetRange> wanted) throws IOException {
        OctetRange range = range(wanted, section.length());
        out.binaryLiteral(range.length());
        content.send(section.from() + range.from(), range.length(), out.content());
    }

    private void decoded(Part part, Optional<OctetRange> wanted) throws IOException {
        OctetRange range = range(wanted, part.size());
        out.binaryLiteral(range.length());
        Window window = new Window(out.content(), range);
        try (OutputStream decoding = part.encoding().decoding(window)) {
            Section body = part.body();
            for (long at = 0; at < body.length() && window.remaining > 0; at += STEP) {
                content.send(body.from() + at, Math.min(STEP, body.length() - at), decoding);
            }
        }
        if (window.remaining > 0) {
            // The literal has begun, so that only the end of the connection can tell the client.
            throw new IOException("a part has " + window.remaining + " octets fewer than were stored");
        }
    }

    void binarySize(BinarySize item) throws IOException {
        long size = item.section().part().isEmpty()
                ? content.size()
                : MessageSections.part(root, item.section().part())
                        .map(part -> isDecoded(part) ? part.size() : part.body().length())
                        .orElse(0L);
        out.raw(item.name()).raw(" ").number(size);
    }

    /** Passes on the octets of a range. */
    private static final class Window extends OutputStream {

        private final OutputStream out;
        private long skipped;
        private long remaining;

        Window(OutputStream out, OctetRange range) {
            this.out = out;
            this.skipped = range.from();
            this.remaining = range.length();
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] octets, int from, int length) throws IOException {
            int skip = (int) Math.min(skipped, length);
            skipped -= skip;
            int count = (int) Math.min(remaining, length - skip);
            out.write(octets, from + skip, count);
            remaining -= count;
        }
    }
}
