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
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.blob.OverQuotaException;
import svc.api.blob.WriteLimit;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.SetError;

/** Creates the blobs of one Blob/upload. Not thread-safe. */
final class BlobAssembler {

    private final AccountBlobs blobs;
    private final BlobAccess blobAccess;
    private final JmapLimits limits;
    private final MethodCall call;
    private final AccessibleAccount accessible;
    private long written;

    BlobAssembler(
            AccountBlobs blobs,
            BlobAccess blobAccess,
            JmapLimits limits,
            MethodCall call,
            AccessibleAccount accessible) {
        this.blobs = blobs;
        this.blobAccess = blobAccess;
        this.limits = limits;
        this.call = call;
        this.accessible = accessible;
    }

    /**
     * Creates a blob and returns its JSON.
     *
     * @param names resolves ids and creation ids
     * @throws SetError if the blob cannot be created
     */
    Map<String, @Nullable Object> create(UploadObject object, UnaryOperator<String> names) throws IOException {
        List<OctetSource> sources = new ArrayList<>();
        long size = 0;
        for (DataSourceObject given : object.sources()) {
            OctetSource source = source(given, names);
            sources.add(source);
            size += source.size();
        }
        checkSize(size);
        try (BlobWriter draft = blobs.newBlob(accessible.account())) {
            writeSources(draft, sources);
            call.checkDeadline();
            BlobId id = blobs.keep(accessible.account(), call.caller().account(), draft);
            return createdObject(id, object.type(), draft.size());
        } catch (OverQuotaException e) {
            throw SetError.overQuota(e.messageFor(accessible));
        }
    }

    private OctetSource source(DataSourceObject source, UnaryOperator<String> names) throws IOException {
        if (source instanceof DataSourceObject.Inline given) {
            return given.source();
        }
        DataSourceObject.BlobRange other = (DataSourceObject.BlobRange) source;
        StoredBlob blob = find(other, names.apply(other.blobId()))
                .orElseThrow(() -> DataSourceObject.invalid(other.at(), "refers to a blob that is not in the account"));
        long rest = blob.size() - other.offset();
        long length = other.length() == DataSourceObject.ALL ? rest : other.length();
        if (rest < 0 || length > rest) {
            throw DataSourceObject.invalid(
                    other.at(), "has a range beyond the end of its blob, which has " + blob.size() + " octets");
        }
        return new OctetSource.Part(blob, other.offset(), length);
    }

    private Optional<StoredBlob> find(DataSourceObject.BlobRange other, String id) throws IOException {
        call.checkDeadline();
        try {
            return blobAccess.find(call.caller(), accessible, id);
        } catch (CorruptBlobException e) {
            throw damaged(other.at());
        }
    }

    /**
     * Returns the error for full storage. The blob is not created. Blobs that the same call created before remain until
     * they are collected as unreferenced blobs.
     */
    static MethodError storageFull() {
        return new MethodError(
                "serverUnavailable", "The storage of the server is full. Contact its operator and try again later.");
    }

    private static SetError damaged(int at) {
        return DataSourceObject.invalid(
                at, "refers to a blob whose data is missing or damaged; the log of the server has the details");
    }

    /**
     * Rejects blobs above the upload limits, which also apply here (RFC 9404 §4.1). A call writes at most as many bytes
     * as the largest permitted concurrent uploads contain together.
     */
    private void checkSize(long size) {
        if (size > limits.maxSizeUpload()) {
            throw new SetError(
                    "tooLarge", "The blob has " + size + " octets. The limit is " + limits.maxSizeUpload() + ".");
        }
        written += size;
        if (written > limits.maxSizeUpload() * limits.maxConcurrentUpload()) {
            throw new SetError(
                    "rateLimit",
                    "The call exceeds the amount of data that one call can create. Create this blob in another call.");
        }
        Written before = call.shared(Written.class, Written::new);
        try {
            blobs.write(call.caller().account(), before.bytes, size);
        } catch (WriteLimit e) {
            throw new SetError("rateLimit", String.valueOf(e.getMessage()));
        }
        before.bytes += size;
    }

    /** The number of bytes that the calls of one request have written. */
    private static final class Written {
        private long bytes;
    }

    private void writeSources(BlobWriter draft, List<OctetSource> sources) throws IOException {
        try (OutputStream out = new CancellableOutputStream(draft.out(), call)) {
            for (int at = 0; at < sources.size(); at++) {
                try {
                    sources.get(at).send(out);
                } catch (CorruptBlobException | NoSuchFileException e) {
                    throw damaged(at);
                }
            }
        }
    }

    private Map<String, @Nullable Object> createdObject(BlobId id, @Nullable String type, long size) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("id", id.toString());
        // RFC 9404 §4.1: the result also has the properties of an upload response.
        members.put("accountId", accessible.id());
        members.put("blobId", id.toString());
        members.put("type", requireNonNullElse(type, "application/octet-stream"));
        members.put("size", size);
        return members;
    }
}
