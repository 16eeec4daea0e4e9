package svc.cap.mail.compose;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.jmap.SetError;
import svc.cap.mail.compose.EmailComposition.Disposition;
import svc.mime.write.MessageDraft.Node;
import svc.mime.write.MessageDraft.Traits;

/** Builds the parts of a draft from EmailBodyPart objects (RFC 8621 §4.6). */
final class PartComposition {

    /**
     * Maximum depth of multiparts. Mail clients can show, and the message parser reads, at least this depth, and at
     * least {@link #MOST} parts.
     */
    private static final int DEEPEST = 40;

    private static final int MOST = 500;

    private final EmailComposition.Lookup blobs;
    private final BodyValues values;
    private final Set<String> missing = new LinkedHashSet<>();
    private long attached;
    private int count;

    PartComposition(EmailComposition.Lookup blobs, BodyValues values) {
        this.blobs = blobs;
        this.values = values;
    }

    /**
     * An attachment.
     *
     * @param related whether the HTML body can show the attachment: it has a {@code cid} and its disposition is not
     *     {@code attachment}
     */
    record Attachment(Node node, boolean related) {}

    /** Rejects the draft if blobs were not found or if the blobs are too large together. */
    void complete(long mostAttached) {
        if (!missing.isEmpty()) {
            throw new SetError(
                    "blobNotFound",
                    "Some blobs do not exist or are not accessible.",
                    Map.of("notFound", List.copyOf(missing)));
        }
        if (attached > mostAttached) {
            throw new SetError("tooLarge", "The attachments of an email can have at most " + mostAttached + " octets.");
        }
    }

    /** Returns the root part of the body. Rejects a part that sets the same header field as the message. */
    Node root(String property, @Nullable Object given, HeaderFields ofMessage) throws IOException {
        EmailBodyPart part = bodyPart(property, given);
        part.refuseFieldsOf(ofMessage);
        return node(part, 0);
    }

    /** Returns a part. Rejects a multipart. */
    Node leaf(String property, @Nullable Object given, Disposition disposition) throws IOException {
        EmailBodyPart part = bodyPart(property, given);
        if (part.traits(disposition).type().startsWith("multipart/")) {
            throw part.invalid("a multipart is not allowed here");
        }
        return leaf(part, disposition);
    }

    Attachment attachment(String property, @Nullable Object given) throws IOException {
        Node node = leaf(property, given, Disposition.ATTACHMENT);
        boolean related = given instanceof Map<?, ?> members
                && members.get("cid") != null
                && !"attachment".equals(members.get("disposition"));
        return new Attachment(node, related);
    }

    private EmailBodyPart bodyPart(String property, @Nullable Object given) {
        count++;
        if (count > MOST) {
            throw SetError.invalidProperty(property, "An email can have at most " + MOST + " parts.");
        }
        if (given instanceof Map<?, ?> members) {
            return new EmailBodyPart(property, members);
        }
        throw SetError.invalidProperty(property, property + " must consist of EmailBodyPart objects.");
    }

    private Node node(EmailBodyPart part, int depth) throws IOException {
        Traits traits = part.traits(Disposition.AS_GIVEN);
        if (!traits.type().startsWith("multipart/")) {
            return leaf(part, Disposition.AS_GIVEN);
        }
        for (String name : List.of("partId", "blobId", "charset")) {
            if (part.member(name) != null) {
                throw part.invalid("a multipart cannot have " + name);
            }
        }
        if (!(part.member("subParts") instanceof List<?> subParts) || subParts.isEmpty()) {
            throw part.invalid("a multipart must have subParts");
        }
        if (depth == DEEPEST) {
            throw part.invalid("multiparts are nested too deeply");
        }
        List<Node> nodes = new ArrayList<>();
        for (Object one : subParts) {
            nodes.add(node(bodyPart(part.property(), one), depth + 1));
        }
        return new Node.Multipart(traits, part.fields(), List.copyOf(nodes));
    }

    private Node leaf(EmailBodyPart part, Disposition disposition) throws IOException {
        Traits traits = part.traits(disposition);
        if (part.member("subParts") != null) {
            throw part.invalid("only a multipart can have subParts");
        }
        String partId = part.text("partId");
        String blobId = part.text("blobId");
        if ((partId == null) == (blobId == null)) {
            throw part.invalid("a part must have either a partId or a blobId");
        }
        if (blobId != null) {
            return stored(part, traits, blobId);
        }
        for (String name : List.of("charset", "size")) {
            if (part.member(name) != null) {
                throw part.invalid("a part with a partId cannot have " + name);
            }
        }
        String text = values.text(String.valueOf(partId))
                .orElseThrow(() -> part.invalid("bodyValues has no \"" + partId + "\""));
        return new Node.Text(traits, part.fields(), text);
    }

    private Node stored(EmailBodyPart part, Traits traits, String blobId) throws IOException {
        Optional<StoredBlob> found = blobs.find(blobId);
        if (found.isEmpty()) {
            missing.add(blobId);
            return new Node.Text(traits, List.of(), "");
        }
        StoredBlob blob = found.get();
        attached += blob.size();
        return new Node.Stored(traits, part.fields(), blob::send, blob.size());
    }
}
