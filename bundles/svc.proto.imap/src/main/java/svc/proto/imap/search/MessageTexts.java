package svc.proto.imap.search;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.jmap.query.Collation;
import svc.cap.mail.api.UidStore.StoredMessage;
import svc.mime.BodyText;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.MessageText;
import svc.mime.Part;
import svc.proto.imap.state.MailAccess;

/**
 * Compares a text with messages. Case is ignored (RFC 9051 §6.4.4), and white space is compared as one space; so is
 * everything between words, if only words are compared. A message whose bytes are lost or damaged does not match.
 */
final class MessageTexts {

    /** The maximum number of octets of each body that are compared, as many as the search index contains. */
    private static final int LONGEST_BODY = 262_144;

    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}\\p{M}]+");

    private final MailAccess access;
    private final Pattern ignored;
    private final String wanted;

    /**
     * Creates the comparison.
     *
     * @param words whether only words are compared, as the search index does
     */
    MessageTexts(MailAccess access, String wanted, boolean words) {
        this.access = access;
        this.ignored = words ? NO_WORD : SPACE;
        this.wanted = words ? folded(wanted).strip() : folded(wanted);
    }

    private String folded(String text) {
        return ignored.matcher(Collation.UNICODE_CASEMAP.key(text)).replaceAll(" ");
    }

    /** Returns whether a value contains the text. */
    boolean isIn(String value) {
        return folded(value).contains(wanted);
    }

    /** Returns whether a message has a field that contains the text. */
    boolean headerContains(StoredMessage message, String field) {
        return read(
                message, stored -> isInHeader(headers(stored, message.root()).all(field)));
    }

    /** Returns whether a body of a message, or also its header, contains the text. */
    boolean contain(StoredMessage message, boolean header) {
        return read(
                message,
                stored -> (header && isInHeader(headers(stored, message.root()).fields()))
                        || isInBodies(stored, message.root()));
    }

    /** A condition that reads the bytes of a message. */
    @FunctionalInterface
    private interface Condition {
        boolean test(StoredBlob stored) throws IOException;
    }

    private boolean read(StoredMessage message, Condition condition) {
        try {
            StoredBlob stored = access.services()
                    .blobs()
                    .find(access.account().account(), message.blob())
                    .orElse(null);
            return stored != null && condition.test(stored);
        } catch (IOException e) {
            return false;
        }
    }

    private static Headers headers(StoredBlob stored, Part part) throws IOException {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        stored.send(part.header().from(), part.header().length(), header);
        return Headers.of(header.toByteArray());
    }

    private boolean isInHeader(List<HeaderField> fields) {
        return fields.stream().anyMatch(field -> isIn(field.text()));
    }

    private boolean isInBodies(StoredBlob stored, Part root) throws IOException {
        for (Part leaf : textParts(root, new ArrayList<>())) {
            String value = BodyText.read(
                            stored::send, leaf.body(), leaf.encoding(), leaf.type(), leaf.charset(), LONGEST_BODY)
                    .value();
            if (isIn(leaf.type().equals("text/html") ? MessageText.ofHtml(value) : value)) {
                return true;
            }
        }
        return false;
    }

    /** Returns all text parts, also those of enclosed messages. */
    private static List<Part> textParts(Part part, List<Part> found) {
        if (!part.isMultipart() && part.isOf("text/")) {
            found.add(part);
        }
        part.parts().forEach(child -> textParts(child, found));
        Part enclosed = part.enclosed();
        if (enclosed != null) {
            textParts(enclosed, found);
        }
        return found;
    }
}
