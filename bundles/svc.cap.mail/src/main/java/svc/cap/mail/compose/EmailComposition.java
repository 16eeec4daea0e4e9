package svc.cap.mail.compose;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.jmap.PropertyErrors;
import svc.api.jmap.SetError;
import svc.cap.mail.compose.PartComposition.Attachment;
import svc.mime.write.MessageDraft;
import svc.mime.write.MessageDraft.Traits;

/** Builds a message draft from the properties of an Email that a client creates (RFC 8621 §4.6). */
public final class EmailComposition {

    private static final String BODY_STRUCTURE = "bodyStructure";
    private static final String BODY_VALUES = "bodyValues";
    private static final String TEXT_BODY = "textBody";
    private static final String HTML_BODY = "htmlBody";
    private static final String ATTACHMENTS = "attachments";
    private static final List<String> BODIES = List.of(TEXT_BODY, HTML_BODY, ATTACHMENTS);
    private static final Set<String> OF_BODY = Set.of(BODY_STRUCTURE, BODY_VALUES, TEXT_BODY, HTML_BODY, ATTACHMENTS);

    private final Map<String, @Nullable Object> properties;
    private final HeaderFields fields = new HeaderFields();
    private final PropertyErrors errors = new PropertyErrors();
    private final PartComposition parts;

    private EmailComposition(Map<String, @Nullable Object> properties, Lookup blobs) {
        this.properties = properties;
        BodyValues values =
                errors.check(() -> BodyValues.of(properties.get(BODY_VALUES))).orElse(BodyValues.INVALID);
        this.parts = new PartComposition(blobs, values);
    }

    /** Finds the blobs that a client references. */
    @FunctionalInterface
    public interface Lookup {

        /** Returns a blob that the caller can access. */
        Optional<StoredBlob> find(String blobId) throws IOException;
    }

    /**
     * Builds a draft.
     *
     * @param properties the properties from the client, without {@code mailboxIds}, {@code keywords} and
     *     {@code receivedAt}
     * @param mostAttached the maximum total size of the blobs in octets (RFC 8621 §1.3.1)
     * @throws SetError {@code invalidProperties}, {@code blobNotFound} or {@code tooLarge}
     */
    public static MessageDraft of(Map<String, @Nullable Object> properties, Lookup blobs, long mostAttached)
            throws IOException {
        EmailComposition email = new EmailComposition(properties, blobs);
        properties.forEach((name, value) -> email.errors.attempt(() -> email.header(name, value)));
        email.refuseContentFields();
        MessageDraft.Node body = email.part(email::body);
        email.errors.throwIfAny();
        email.parts.complete(mostAttached);
        return new MessageDraft(email.fields.list(), Objects.requireNonNull(body));
    }

    private void header(String name, @Nullable Object value) {
        if (name.equals("headers")) {
            throw SetError.invalidProperty(name, "Give each header field as a property of its own, not in headers.");
        }
        if (!OF_BODY.contains(name) && !fields.add(name, value, HeaderFields.OF_EMAIL)) {
            throw SetError.invalidProperty(name, "A new Email has no property \"" + name + "\".");
        }
    }

    private void refuseContentFields() {
        for (String name : fields.names()) {
            if (name.startsWith("content-")) {
                errors.add(
                        fields.property(name), "Fields that begin with Content- belong to a part, not to the Email.");
            }
        }
    }

    /** Builds a part of the message. */
    @FunctionalInterface
    private interface Builder<P> {
        @Nullable
        P build() throws IOException;
    }

    /** Returns a part, or null if a property is invalid. */
    private <P> @Nullable P part(Builder<P> builder) throws IOException {
        try {
            return builder.build();
        } catch (SetError e) {
            errors.add(e);
            return null;
        }
    }

    private MessageDraft.Node body() throws IOException {
        Object structure = properties.get(BODY_STRUCTURE);
        if (structure == null) {
            return composed();
        }
        List<String> others =
                BODIES.stream().filter(name -> properties.get(name) != null).toList();
        if (!others.isEmpty()) {
            errors.add(BODY_STRUCTURE, "bodyStructure describes the complete body.");
            errors.add(SetError.invalidProperties(
                    others, "Give either bodyStructure or " + String.join(", ", others) + ", not both."));
        }
        return parts.root(BODY_STRUCTURE, structure, fields);
    }

    /**
     * Combines text, HTML and attachments into one body structure. The algorithm of RFC 8621 §4.1.4 finds the same
     * text, HTML and attachments in this structure.
     */
    private MessageDraft.Node composed() throws IOException {
        MessageDraft.Node text = part(() -> singlePart(TEXT_BODY, "text/plain"));
        MessageDraft.Node html = part(() -> singlePart(HTML_BODY, "text/html"));
        List<Attachment> attachments = part(this::attachments);
        List<MessageDraft.Node> related = new ArrayList<>();
        List<MessageDraft.Node> attached = new ArrayList<>();
        for (Attachment one : attachments == null ? List.<Attachment>of() : attachments) {
            (one.related() && html != null ? related : attached).add(one.node());
        }
        if (html != null && !related.isEmpty()) {
            related.add(0, html);
            html = multipart("multipart/related", related);
        }
        MessageDraft.Node body =
                text == null ? html : html == null ? text : multipart("multipart/alternative", List.of(text, html));
        if (attached.isEmpty()) {
            return body == null ? new MessageDraft.Node.Text(Traits.of("text/plain"), List.of(), "") : body;
        }
        if (body != null) {
            attached.add(0, body);
        }
        return multipart("multipart/mixed", attached);
    }

    private static MessageDraft.Node multipart(String type, List<MessageDraft.Node> parts) {
        return new MessageDraft.Node.Multipart(type, List.copyOf(parts));
    }

    /** Returns the only part of {@code textBody} or {@code htmlBody}, or null if the property is not set. */
    private MessageDraft.@Nullable Node singlePart(String property, String type) throws IOException {
        Object given = properties.get(property);
        if (given == null) {
            return null;
        }
        if (!(given instanceof List<?> list) || list.size() != 1 || list.get(0) == null) {
            throw SetError.invalidProperty(property, property + " must have exactly one part.");
        }
        MessageDraft.Node node = parts.leaf(property, list.get(0), Disposition.AS_GIVEN);
        if (!node.traits().type().equals(type)) {
            throw SetError.invalidProperty(property, "The part of " + property + " must be of type " + type + ".");
        }
        return node;
    }

    private List<Attachment> attachments() throws IOException {
        Object given = properties.get(ATTACHMENTS);
        if (given == null) {
            return List.of();
        }
        if (!(given instanceof List<?> list)) {
            throw SetError.invalidProperty(ATTACHMENTS, "attachments must be an array of parts.");
        }
        List<Attachment> all = new ArrayList<>();
        for (Object one : list) {
            all.add(parts.attachment(ATTACHMENTS, one));
        }
        return all;
    }

    /** The disposition of a part for which the client sets none. */
    enum Disposition {
        /** No disposition. */
        AS_GIVEN,
        /** {@code attachment}. Without a disposition, clients would show many parts in the body. */
        ATTACHMENT
    }
}
