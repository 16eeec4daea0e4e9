package svc.cap.blob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.blob.StorageFullException;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;

/** Implements Blob/get (RFC 9404 §4.2). */
@Component(service = MethodHandler.class)
public final class BlobGet implements MethodHandler<BlobGet.Arguments, Map<String, @Nullable Object>> {

    /**
     * Maximum octets of data in one answer, which is built in memory: one megabyte. For larger blobs, clients use the
     * download URL (RFC 9404 §4.1).
     */
    static final long MOST_DATA = 1L << 20;

    private static final long ALL = -1;

    private final BlobAccess blobAccess;
    private final JmapLimits limits;

    @Activate
    public BlobGet(@Reference BlobAccess blobAccess, @Reference JmapLimits limits) {
        this.blobAccess = blobAccess;
        this.limits = limits;
    }

    record Arguments(
            String accountId,
            @Nullable List<String> ids,
            @Nullable List<String> properties,
            @Nullable Object offset,
            @Nullable Object length) {}

    @Override
    public String method() {
        return "Blob/get";
    }

    @Override
    public String capability() {
        return BlobCapability.URN;
    }

    @Override
    public boolean supportsSharedContainers() {
        return true;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        AccessibleAccount accessible = call.account(arguments.accountId(), Access.READ);
        BlobGetProperties requested = BlobGetProperties.of(arguments.properties());
        long offset = unsignedArgument("offset", arguments.offset(), 0);
        long length = unsignedArgument("length", arguments.length(), ALL);
        Map<String, BlobGetResult> extracts = new LinkedHashMap<>();
        Set<String> missing = new LinkedHashSet<>();
        Set<String> known = new HashSet<>();
        for (String id : ids(arguments)) {
            call.checkDeadline();
            Optional<StoredBlob> blob = find(call, accessible, call.resolveId(id));
            if (blob.isEmpty()) {
                missing.add(id);
            } else if (known.add(blob.get().id().toString())) {
                extracts.put(
                        id,
                        new BlobGetResult(
                                requested, blob.get(), Span.of(blob.get().size(), offset, length)));
            }
        }
        checkDataSize(
                extracts.values().stream().mapToLong(BlobGetResult::dataSize).sum());
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        extracts.forEach(
                (id, extract) -> read(call, accessible, extract).ifPresentOrElse(list::add, () -> missing.add(id)));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", accessible.id());
        answer.put("list", list);
        answer.put("notFound", missing);
        return answer;
    }

    private Set<String> ids(Arguments arguments) {
        if (arguments.ids() == null) {
            throw MethodError.invalidArguments("Blob/get requires ids: the blobs of an account cannot be listed.");
        } else if (arguments.ids().size() > limits.maxObjectsInGet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call can get at most " + limits.maxObjectsInGet() + " blobs. Split the request.");
        }
        return new LinkedHashSet<>(arguments.ids());
    }

    private static long unsignedArgument(String name, @Nullable Object value, long fallback) {
        OptionalLong number = UnsignedInt.of(value);
        if (value != null && number.isEmpty()) {
            throw MethodError.invalidArguments("The argument " + name + " must be an integer of 0 or more.");
        }
        return number.orElse(fallback);
    }

    private static void checkDataSize(long octets) {
        if (octets > MOST_DATA) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call can get at most " + MOST_DATA + " octets of data, and this call requests " + octets
                            + ". Request ranges with offset and length, or download the blobs.");
        }
    }

    private Optional<StoredBlob> find(MethodCall call, AccessibleAccount accessible, String id) {
        try {
            return blobAccess.find(call.caller(), accessible, id);
        } catch (CorruptBlobException e) {
            throw dataLost(e);
        } catch (StorageFullException e) {
            throw BlobAssembler.storageFull(); // the blob is a part of another blob and could not be stored
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a result. Empty if the blob was removed meanwhile. As for a download, also empty if the blob is damaged and
     * belongs to an account of another user.
     */
    private static Optional<Map<String, @Nullable Object>> read(
            MethodCall call, AccessibleAccount accessible, BlobGetResult extract) {
        try {
            return Optional.of(extract.read(call));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (CorruptBlobException e) {
            if (accessible.isPersonal()) {
                throw dataLost(e);
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MethodError dataLost(CorruptBlobException cause) {
        return new MethodError(
                "serverFail",
                cause.getMessage() + " Contact the operator of the server, and request the other blobs without it.");
    }
}
