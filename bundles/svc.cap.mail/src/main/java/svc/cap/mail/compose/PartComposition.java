package svc.cap.mail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobStore.Stored;
import svc.api.jmap.SetError;
import svc.cap.mail.EmailComposition.Disposition;
import svc.mime.Draft.Node;
import svc.mime.Draft.Traits;

/** The parts that a client describes, each an EmailBodyPart (RFC 8621 §4.6). */
final class PartComposition {

    /** What a mail reader could not show as parts in parts any more, and what the reader of messages reads. */
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
     * @param related whether HTML shows it: it has an id, and is not for download alone
     */
    record Attachment(Node node, boolean related) {}

    /** Says what blobs were not found, and whether those that were are too large. */
    void complete(long mostAttached) {
        if (!missing.isEmpty()) {
            throw new SetError(
                    "blobNotFound",
                    "Some blobs are not there, or you do not see them.",
                    Map.of("notFound", List.copyOf(missing)));
        }
        if (attached > mostAttached) {
            throw new SetError("tooLarge", "What is attached to a message has " + mostAttached + " octets at most.");
        }
    }

    /** The part that is the whole body; it gives no field that the message has. */
    Node root(String property, @Nullable Object given, Fields ofMessage) throws IOException {
        DescribedPart part = given(property, given);
        part.refuseFieldsOf(ofMessage);
        return node(part, 0);
    }

    /** A part that is none of a multipart. */
    Node leaf(String property, @Nullable Object given, Disposition disposition) throws IOException {
        DescribedPart part = given(property, given);
        if (part.traits(disposition).type().startsWith("multipart/")) {
            throw part.wrong("a part here is no multipart");
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

    private DescribedPart given(String property, @Nullable Object given) {
        count++;
        if (count > MOST) {
            throw SetError.invalidProperty(property, "A message has " + MOST + " parts at most.");
        }
        if (given instanceof Map<?, ?> members) {
            return new DescribedPart(property, members);
        }
        throw SetError.invalidProperty(property, property + " must consist of EmailBodyPart objects.");
    }

    private Node node(DescribedPart part, int depth) throws IOException {
        Traits traits = part.traits(Disposition.AS_GIVEN);
        if (!traits.type().startsWith("multipart/")) {
            return leaf(part, Disposition.AS_GIVEN);
        }
        for (String name : List.of("partId", "blobId", "charset")) {
            if (part.member(name) != null) {
                throw part.wrong("a multipart has no " + name);
            }
        }
        if (!(part.member("subParts") instanceof List<?> subParts) || subParts.isEmpty()) {
            throw part.wrong("a multipart has subParts");
        }
        if (depth == DEEPEST) {
            throw part.wrong("multiparts are nested too deeply");
        }
        List<Node> nodes = new ArrayList<>();
        for (Object one : subParts) {
            nodes.add(node(given(part.property(), one), depth + 1));
        }
        return new Node.Multipart(traits, part.fields(), List.copyOf(nodes));
    }

    private Node leaf(DescribedPart part, Disposition disposition) throws IOException {
        Traits traits = part.traits(disposition);
        if (part.member("subParts") != null) {
            throw part.wrong("only a multipart has subParts");
        }
        String partId = part.text("partId");
        String blobId = part.text("blobId");
        if ((partId == null) == (blobId == null)) {
            throw part.wrong("a part has either a partId or a blobId");
        }
        if (blobId != null) {
            return stored(part, traits, blobId);
        }
        for (String name : List.of("charset", "size")) {
            if (part.member(name) != null) {
                throw part.wrong("a part with a partId has no " + name);
            }
        }
        String text = values.text(String.valueOf(partId))
                .orElseThrow(() -> part.wrong("bodyValues has no \"" + partId + "\""));
        return new Node.Text(traits, part.fields(), text);
    }

    private Node stored(DescribedPart part, Traits traits, String blobId) throws IOException {
        Optional<Stored> found = blobs.find(blobId);
        if (found.isEmpty()) {
            missing.add(blobId);
            return new Node.Text(traits, List.of(), "");
        }
        Stored blob = found.get();
        attached += blob.size();
        return new Node.Stored(traits, part.fields(), blob::send, blob.size());
    }
}
