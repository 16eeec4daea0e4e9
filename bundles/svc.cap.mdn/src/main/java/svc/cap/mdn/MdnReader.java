package svc.cap.mdn;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.mime.BodyText;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.Message;
import svc.mime.MessageReader;
import svc.mime.MessageText;
import svc.mime.Octets;
import svc.mime.Part;
import svc.mime.ReadLimits;
import svc.mime.ReadOptions;

/**
 * Parses messages as MDNs. It reads the structure in one pass, then the text and report parts up to a limit. Malformed
 * messages are not MDNs and never cause an error. Thread-safe.
 */
final class MdnReader {

    private static final String REPORT = "multipart/report";
    private static final Set<String> REPORTS =
            Set.of("message/disposition-notification", "message/global-disposition-notification");
    private static final Set<String> MESSAGES = Set.of("message/rfc822", "message/global");
    private static final int LOOKED_AT = 16_384;
    private static final int LONGEST_TEXT = 65_536;
    private static final int LONGEST_REPORT = 65_536;
    private static final int MOST_EXTENSIONS = 100;

    private final MessageReader reader = new MessageReader(ReadLimits.USUAL);

    /** Returns whether the message may be an MDN, judging from the start of its header. */
    boolean mayBe(Octets source, long size) throws IOException {
        return reader.read(source, Math.min(size, LOOKED_AT), ReadOptions.STRUCTURE)
                .root()
                .type()
                .equals(REPORT);
    }

    /** Parses a message; empty if it is not an MDN. */
    Optional<ReceivedMdn> read(Octets source, long size) throws IOException {
        Message message = reader.read(source, size, ReadOptions.STRUCTURE);
        List<Part> parts = message.root().parts();
        Optional<Part> report =
                parts.stream().filter(part -> REPORTS.contains(part.type())).findFirst();
        if (report.isEmpty() || !message.root().type().equals(REPORT)) {
            return Optional.empty();
        }
        ReceivedMdn.Fields fields = fields(text(source, report.get(), LONGEST_REPORT));
        String disposition = fields.get("disposition");
        Optional<Disposition> known = disposition == null ? Optional.empty() : Disposition.of(disposition);
        if (known.isEmpty()) {
            return Optional.empty();
        }
        HeaderField subject = message.headers().last("Subject");
        return Optional.of(new ReceivedMdn(
                subject == null ? null : subject.text(),
                textOf(source, message, report.get()),
                parts.stream().anyMatch(part -> MESSAGES.contains(part.type())),
                known.get(),
                fields));
    }

    private static String text(Octets source, Part part, int max) throws IOException {
        return BodyText.read(source, part.body(), part.encoding(), part.type(), part.charset(), max)
                .value();
    }

    /** Returns the human-readable text: the first text part before the report, as plain text. */
    private static @Nullable String textOf(Octets source, Message message, Part report) throws IOException {
        Part html = null;
        for (Part part : message.leaves(false)) {
            if (part.body().from() >= report.body().from()) {
                break;
            } else if (part.type().equals("text/plain")) {
                return text(source, part, LONGEST_TEXT);
            } else if (html == null && part.type().equals("text/html")) {
                html = part;
            }
        }
        return html == null ? null : MessageText.ofHtml(text(source, html, LONGEST_TEXT));
    }

    private static ReceivedMdn.Fields fields(String report) {
        Map<String, String> known = new LinkedHashMap<>();
        List<String> errors = new ArrayList<>();
        Map<String, String> extensions = new LinkedHashMap<>();
        for (HeaderField field :
                Headers.of(report.getBytes(StandardCharsets.UTF_8)).fields()) {
            String name = field.name().toLowerCase(Locale.ROOT);
            String value = field.raw().replaceAll("[\\r\\n]++", "").strip();
            if (name.equals("error") && errors.size() < MOST_EXTENSIONS) {
                errors.add(value);
            } else if (MdnProperties.FIELDS.contains(name)) {
                known.putIfAbsent(name, value);
            } else if (extensions.size() < MOST_EXTENSIONS) {
                extensions.putIfAbsent(field.name(), value);
            }
        }
        return new ReceivedMdn.Fields(known, errors, extensions);
    }
}
