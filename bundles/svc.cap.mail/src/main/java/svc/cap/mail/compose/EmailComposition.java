package svc.cap.mail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.Stored;
import svc.api.jmap.SetError;
import svc.mime.Draft;

/** The message that a client describes by the properties of an Email (RFC 8621 §4.6). */
final class EmailComposition {

    private static final String BODY_STRUCTURE = "bodyStructure";
    private static final String BODY_VALUES = "bodyValues";
    private static final String TEXT_BODY = "textBody";
    private static final String HTML_BODY = "htmlBody";
    private static final String ATTACHMENTS = "attachments";
    private static final List<String> BODIES = List.of(TEXT_BODY, HTML_BODY, ATTACHMENTS);
    private static final Set<String> OF_BODY = Set.of(BODY_STRUCTURE, BODY_VALUES, TEXT_BODY, HTML_BODY, ATTACHMENTS);

    private final Map<String, @Nullable Object> properties;
    private final Fields fields = new Fields();
    private final PartComposition parts;

    private EmailComposition(Map<String, @Nullable Object> properties, Lookup blobs) {
        this.properties = properties;
        this.parts = new PartComposition(blobs, BodyValues.of(properties.get(BODY_VALUES)));
    }

    /** Finds the blobs that a client names. */
    @FunctionalInterface
    interface Lookup {

        /** A blob that the caller sees. */
        Optional<Stored> find(String blobId) throws IOException;
    }

    /**
     * Makes a draft.
     *
     * @param properties what the client sent, without {@code mailboxIds}, {@code keywords} and {@code receivedAt}
     * @param mostAttached how many octets the blobs may have together (RFC 8621 §1.3.1)
     * @throws SetError {@code invalidProperties}, {@code blobNotFound} or {@code tooLarge}
     */
    static Draft of(Map<String, @Nullable Object> properties, Lookup blobs, long mostAttached) throws IOException {
        EmailComposition email = new EmailComposition(properties, blobs);
        email.header();
        Draft.Node body = email.body();
        email.parts.complete(mostAttached);
        return new Draft(email.fields.list(), body);
    }

    private void header() {
        for (Map.Entry<String, @Nullable Object> property : properties.entrySet()) {
            String name = property.getKey();
            if (name.equals("headers")) {
                throw SetError.invalidProperty(
                        name, "Give each header field as a property of its own, not in headers.");
            }
            if (!OF_BODY.contains(name) && !fields.add(name, property.getValue(), Fields.OF_EMAIL)) {
                throw SetError.invalidProperty(name, "A new Email has no property \"" + name + "\".");
            }
        }
        for (String name : fields.names()) {
            if (name.startsWith("content-")) {
                throw SetError.invalidProperty(
                        fields.property(name), "Fields that begin with Content- belong to a part, not to the Email.");
            }
        }
    }

    private Draft.Node body() throws IOException {
        Object structure = properties.get(BODY_STRUCTURE);
        if (structure == null) {
            return composed();
        }
        for (String other : BODIES) {
            if (properties.get(other) != null) {
                throw SetError.invalidProperties(
                        List.of(BODY_STRUCTURE, other), "Give either bodyStructure or " + other + ", not both.");
            }
        }
        return parts.root(BODY_STRUCTURE, structure, fields);
    }

    /** Text, HTML and attachments put together as readers take them apart (RFC 8621 §4.1.4). */
    private Draft.Node composed() throws IOException {
        Draft.Node text = alone(TEXT_BODY, "text/plain");
        Draft.Node html = alone(HTML_BODY, "text/html");
        List<Draft.Node> related = new ArrayList<>();
        List<Draft.Node> attached = new ArrayList<>();
        for (PartComposition.Attachment one : attachments()) {
            (one.related() && html != null ? related : attached).add(one.node());
        }
        if (html != null && !related.isEmpty()) {
            related.add(0, html);
            html = multipart("multipart/related", related);
        }
        Draft.Node body =
                text == null ? html : html == null ? text : multipart("multipart/alternative", List.of(text, html));
        if (attached.isEmpty()) {
            return body == null ? new Draft.Node.Text(Draft.Traits.of("text/plain"), List.of(), "") : body;
        }
        if (body != null) {
            attached.add(0, body);
        }
        return multipart("multipart/mixed", attached);
    }

    private static Draft.Node multipart(String type, List<Draft.Node> parts) {
        return new Draft.Node.Multipart(type, List.copyOf(parts));
    }

    /** The one part of a body. */
    private Draft.@Nullable Node alone(String property, String type) throws IOException {
        Object given = properties.get(property);
        if (given == null) {
            return null;
        }
        if (!(given instanceof List<?> list) || list.size() != 1 || list.get(0) == null) {
            throw SetError.invalidProperty(property, property + " must have exactly one part.");
        }
        Draft.Node node = parts.leaf(property, list.get(0), Disposition.AS_GIVEN);
        if (!node.traits().type().equals(type)) {
            throw SetError.invalidProperty(property, "The part of " + property + " must be of the type " + type + ".");
        }
        return node;
    }

    private List<PartComposition.Attachment> attachments() throws IOException {
        Object given = properties.get(ATTACHMENTS);
        if (given == null) {
            return List.of();
        }
        if (!(given instanceof List<?> list)) {
            throw SetError.invalidProperty(ATTACHMENTS, "attachments must be an array of parts.");
        }
        List<PartComposition.Attachment> all = new ArrayList<>();
        for (Object one : list) {
            all.add(parts.attachment(ATTACHMENTS, one));
        }
        return all;
    }

    /** What the disposition of a part is when a client says nothing of it. */
    enum Disposition {
        /** None. */
        AS_GIVEN,
        /** That of an attachment, without which many parts would be shown in the body. */
        ATTACHMENT
    }
}
