package svc.cap.blob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobSight;
import svc.api.blob.Blobs;
import svc.api.blob.NoRoom;
import svc.api.identity.Access;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.NewObjects;
import svc.api.jmap.SetError;

/** Blob/upload (RFC 9404 §4.1). Each blob is made by itself; those of one call may be parts of each other. */
@Component(service = MethodHandler.class)
public final class BlobUpload implements MethodHandler<BlobUpload.Arguments, Map<String, @Nullable Object>> {

    private final Blobs blobs;
    private final BlobSight sight;
    private final JmapLimits limits;

    /** Keeps what it makes here. */
    @Activate
    public BlobUpload(@Reference Blobs blobs, @Reference BlobSight sight, @Reference JmapLimits limits) {
        this.blobs = blobs;
        this.sight = sight;
        this.limits = limits;
    }

    /** The arguments of the method. */
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
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Reach reach = call.reach(arguments.accountId(), Access.WRITE);
        Map<String, Map<String, @Nullable Object>> create =
                NewObjects.of("create", arguments.create(), limits.maxObjectsInSet());
        Outcome outcome = new Outcome(new LinkedHashMap<>(), new LinkedHashMap<>());
        Map<String, UploadObject> waiting = read(create, outcome);
        Workplace workplace = new Workplace(blobs, sight, limits, call, reach);
        while (!waiting.isEmpty()) {
            Map<String, UploadObject> ready = new LinkedHashMap<>(waiting);
            ready.values().removeIf(object -> object.references().stream().anyMatch(waiting::containsKey));
            ready.forEach((key, object) ->
                    make(key, outcome, () -> workplace.make(object, id -> named(call, arguments, outcome, id))));
            waiting.keySet().removeAll(ready.keySet());
            if (ready.isEmpty()) {
                waiting.keySet().forEach(key -> outcome.notCreated().put(key, circle()));
                break;
            }
        }
        outcome.created().forEach((key, members) -> call.created(key, String.valueOf(members.get("id"))));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", reach.id());
        answer.put("created", outcome.created().isEmpty() ? null : outcome.created());
        answer.put("notCreated", outcome.notCreated().isEmpty() ? null : outcome.notCreated());
        return answer;
    }

    /** What became of the blobs, by creation id. */
    private record Outcome(
            Map<String, Map<String, @Nullable Object>> created,
            Map<String, Map<String, @Nullable Object>> notCreated) {}

    /** Makes a blob. */
    @FunctionalInterface
    private interface Making {
        Map<String, @Nullable Object> make() throws IOException;
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

    private static void make(String key, Outcome outcome, Making making) {
        try {
            outcome.created().put(key, making.make());
        } catch (SetError e) {
            outcome.notCreated().put(key, e.members());
        } catch (NoRoom e) {
            throw Workplace.noRoom();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A blob of this very call comes before one of an earlier call that had the same creation id. */
    private static String named(Call call, Arguments arguments, Outcome outcome, String id) {
        String key = id.startsWith(BlobIds.MARK) ? id.substring(BlobIds.MARK.length()) : "";
        if (!arguments.create().containsKey(key)) {
            return call.id(id);
        }
        Map<String, @Nullable Object> members = outcome.created().get(key);
        return members == null ? id : String.valueOf(members.get("id"));
    }

    private static Map<String, @Nullable Object> circle() {
        return SetError.invalidProperty("data", "The blob would be a part of itself. Name another one in its sources.")
                .members();
    }
}
