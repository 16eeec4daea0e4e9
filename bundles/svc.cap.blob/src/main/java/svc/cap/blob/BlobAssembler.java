package svc.cap.blob;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobId;
import svc.api.blob.BlobSight;
import svc.api.blob.BlobStore.Draft;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.blob.OverQuota;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.SetError;

/** Makes the blobs of one Blob/upload. One thread. */
final class Workplace {

    private final Blobs blobs;
    private final BlobSight sight;
    private final JmapLimits limits;
    private final Call call;
    private final Reach reach;
    private long written;

    Workplace(Blobs blobs, BlobSight sight, JmapLimits limits, Call call, Reach reach) {
        this.blobs = blobs;
        this.sight = sight;
        this.limits = limits;
        this.call = call;
        this.reach = reach;
    }

    /**
     * Makes a blob and says what it is.
     *
     * @param names tells what an id or a creation id stands for
     * @throws SetError it cannot be made
     */
    Map<String, @Nullable Object> make(UploadObject object, UnaryOperator<String> names) throws IOException {
        List<Source> sources = new ArrayList<>();
        long size = 0;
        for (Piece piece : object.pieces()) {
            Source source = source(piece, names);
            sources.add(source);
            size += source.size();
        }
        refuseMuch(size);
        try (Draft draft = blobs.draft(reach.account())) {
            fill(draft, sources);
            call.proceed();
            BlobId id = blobs.keep(reach.account(), call.caller().account(), draft);
            return told(id, object.type(), draft.size());
        } catch (OverQuota e) {
            throw SetError.overQuota(e.told(reach));
        }
    }

    private Source source(Piece piece, UnaryOperator<String> names) throws IOException {
        if (piece instanceof Piece.Given given) {
            return given.source();
        }
        Piece.Other other = (Piece.Other) piece;
        Stored blob = find(other, names.apply(other.blobId()))
                .orElseThrow(() -> Piece.wrong(other.at(), "names a blob that the account does not have"));
        long rest = blob.size() - other.offset();
        long length = other.length() == Piece.ALL ? rest : other.length();
        if (rest < 0 || length > rest) {
            throw Piece.wrong(
                    other.at(), "begins or ends after the end of its blob, which has " + blob.size() + " octets");
        }
        return new Source.Part(blob, other.offset(), length);
    }

    private Optional<Stored> find(Piece.Other other, String id) throws IOException {
        call.proceed();
        try {
            return sight.find(call.caller(), reach, id);
        } catch (BlobDamaged e) {
            throw damaged(other.at());
        }
    }

    /** Nothing of the blob stays; those that the call made before are there, and go like any that nobody refers to. */
    static MethodError noRoom() {
        return new MethodError(
                "serverUnavailable",
                "The server has no room left to keep the blob. Tell its operator, and try again when there is.");
    }

    private static SetError damaged(int at) {
        return Piece.wrong(at, "names a blob whose bytes are lost or damaged, which the operator finds in the log");
    }

    /** RFC 9404 §4.1: what limits an upload limits this, too; and a call writes no more than the uploads that may go on at once. */
    private void refuseMuch(long size) {
        if (size > limits.maxSizeUpload()) {
            throw new SetError(
                    "tooLarge", "A blob may have " + limits.maxSizeUpload() + " octets at most, not " + size + ".");
        }
        written += size;
        if (written > limits.maxSizeUpload() * limits.maxConcurrentUpload()) {
            throw new SetError(
                    "rateLimit", "The blobs before this one are as much as a call may make. Make it in another call.");
        }
    }

    private void fill(Draft draft, List<Source> sources) throws IOException {
        try (OutputStream out = new Watched(draft.out(), call)) {
            for (int at = 0; at < sources.size(); at++) {
                try {
                    sources.get(at).send(out);
                } catch (BlobDamaged | NoSuchFileException e) {
                    throw damaged(at);
                }
            }
        }
    }

    private Map<String, @Nullable Object> told(BlobId id, @Nullable String type, long size) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("id", id.toString());
        // RFC 9404 §4.1: and what else the answer to an upload says.
        members.put("accountId", reach.id());
        members.put("blobId", id.toString());
        members.put("type", requireNonNullElse(type, "application/octet-stream"));
        members.put("size", size);
        return members;
    }
}
