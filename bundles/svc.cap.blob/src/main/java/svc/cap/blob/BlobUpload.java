package svc.cap.blob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobAccess;
import svc.api.blob.StorageFullException;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.CreateArgument;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.SetError;

/**
 * Implements Blob/upload (RFC 9404 §4.1). Each blob is created separately. A blob of the call may be a source of
 * another blob of the call.
 */
@Component(service = MethodHandler.class)
public final class BlobUpload implements MethodHandler<BlobUpload.Arguments, Map<String, @Nullable Object>> {

    private final AccountBlobs blobs;
    private final BlobAccess blobAccess;
    private final JmapLimits limits;

    @Activate
    public BlobUpload(@Reference AccountBlobs blobs, @Reference BlobAccess blobAccess, @Reference JmapLimits limits) {
        this.blobs = blobs;
        this.blobAccess = blobAccess;
        this.limits = limits;
    }

    record Arguments(String accountId, Map<String, @Nullable Object> create) {}

    @Override
    public String method() {
        return "Blob/upload";
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
        if (!blobs.mayUpload(accessible)) {
            throw new MethodError("accountReadOnly", null);
        }
        Map<String, Map<String, @Nullable Object>> create =
                CreateArgument.parse("create", arguments.create(), limits.maxObjectsInSet());
        Outcome outcome = new Outcome(new LinkedHashMap<>(), new LinkedHashMap<>());
        Map<String, UploadObject> pending = read(create, outcome);
        BlobAssembler assembler = new BlobAssembler(blobs, blobAccess, limits, call, accessible);
        while (!pending.isEmpty()) {
            Map<String, UploadObject> ready = new LinkedHashMap<>(pending);
            ready.values().removeIf(object -> object.references().stream().anyMatch(pending::containsKey));
            ready.forEach((key, object) -> create(
                    key, outcome, () -> assembler.create(object, id -> resolveId(call, arguments, outcome, id))));
            pending.keySet().removeAll(ready.keySet());
            if (ready.isEmpty()) {
                pending.keySet().forEach(key -> outcome.notCreated().put(key, circularReference()));
                break;
            }
        }
        outcome.created().forEach((key, members) -> call.putCreatedId(key, String.valueOf(members.get("id"))));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", accessible.id());
        answer.put("created", outcome.created().isEmpty() ? null : outcome.created());
        answer.put("notCreated", outcome.notCreated().isEmpty() ? null : outcome.notCreated());
        return answer;
    }

    /** The results by creation id. */
    private record Outcome(
            Map<String, Map<String, @Nullable Object>> created,
            Map<String, Map<String, @Nullable Object>> notCreated) {}

    @FunctionalInterface
    private interface Making {
        Map<String, @Nullable Object> create() throws IOException;
    }

    private static Map<String, UploadObject> read(Map<String, Map<String, @Nullable Object>> create, Outcome outcome) {
        Map<String, UploadObject> objects = new LinkedHashMap<>();
        create.forEach((key, object) -> {
            try {
                objects.put(key, UploadObject.of(object));
            } catch (SetError e) {
                outcome.notCreated().put(key, e.members());
            }
        });
        return objects;
    }

    private static void create(String key, Outcome outcome, Making creation) {
        try {
            outcome.created().put(key, creation.create());
        } catch (SetError e) {
            outcome.notCreated().put(key, e.members());
        } catch (StorageFullException e) {
            throw BlobAssembler.storageFull();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Resolves an id. A creation id of this call has precedence over the same creation id of an earlier call. */
    private static String resolveId(MethodCall call, Arguments arguments, Outcome outcome, String id) {
        String key = id.startsWith(UploadObject.MARK) ? id.substring(UploadObject.MARK.length()) : "";
        if (!arguments.create().containsKey(key)) {
            return call.resolveId(id);
        }
        Map<String, @Nullable Object> members = outcome.created().get(key);
        return members == null ? id : String.valueOf(members.get("id"));
    }

    private static Map<String, @Nullable Object> circularReference() {
        return SetError.invalidProperty("data", "The blob refers to itself. Use another blob as its source.")
                .members();
    }
}
