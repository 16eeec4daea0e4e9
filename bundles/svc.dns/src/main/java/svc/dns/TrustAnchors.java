package svc.dns;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.xbill.DNS.Master;
import org.xbill.DNS.Name;
import org.xbill.DNS.RRset;
import org.xbill.DNS.Record;
import org.xbill.DNS.TextParseException;
import org.xbill.DNS.Type;

/** Reads trust anchors: DS or DNSKEY records in the format of zone files (RFC 1035 §5). */
final class TrustAnchors {

    /** The keys 20326 and 38696 of the root zone, as IANA publishes them (RFC 9718). */
    private static final String ROOT = """
            . IN DS 20326 8 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D
            . IN DS 38696 8 2 683D2D0ACB8C9B712A1948B27F741219298D0A450D612C483AF444A4C0FB2B16
            """;

    private TrustAnchors() {}

    /** Returns the trust anchors of the root zone. */
    static List<RRset> builtIn() {
        try {
            return read(new ByteArrayInputStream(ROOT.getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a file. Throws an exception if it contains another record, or no record. */
    static List<RRset> read(Path file) throws IOException {
        try (InputStream text = Files.newInputStream(file)) {
            return read(text);
        }
    }

    private static List<RRset> read(InputStream text) throws IOException {
        Map<String, RRset> sets = new LinkedHashMap<>();
        try (Master master = new Master(text, Name.root, 0)) {
            master.disableIncludes(true);
            for (Record record = master.nextRecord(); record != null; record = master.nextRecord()) {
                int type = record.getType();
                if (type != Type.DS && type != Type.DNSKEY) {
                    throw new TextParseException("a record of the type " + Type.string(type));
                }
                // A set is of one name and type. The validator joins the sets of a name.
                sets.computeIfAbsent(record.getName().canonicalize() + " " + type, key -> new RRset())
                        .addRR(record);
            }
        }
        if (sets.isEmpty()) {
            throw new TextParseException("no records");
        }
        return new ArrayList<>(sets.values());
    }
}
