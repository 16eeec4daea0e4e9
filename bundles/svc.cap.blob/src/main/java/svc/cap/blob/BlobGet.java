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
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobSight;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.NoRoom;
import svc.api.identity.Access;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;

/** Blob/get (RFC 9404 §4.2). */
@Component(service = MethodHandler.class)
public final class BlobGet implements MethodHandler<BlobGet.Arguments, Map<String, @Nullable Object>> {

    /** The octets of one answer, which is made in memory: a megabyte, from which on RFC 9404 §4.1 sends clients to the URLs. */
    static final long MOST_DATA = 1L << 20;

    private static final long ALL = -1;

    private final BlobSight sight;
    private final JmapLimits limits;

    /** Shows what a download would send. */
    @Activate
    public BlobGet(@Reference BlobSight sight, @Reference JmapLimits limits) {
        this.sight = sight;
        this.limits = limits;
    }

    /** The arguments of the method. */
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
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Map<String, @Nullable Object> handle(Call call, Arguments arguments) {
        Reach reach = call.reach(arguments.accountId(), Access.READ);
        Wanted wanted = Wanted.of(arguments.properties());
        long offset = unsigned("offset", arguments.offset(), 0);
        long length = unsigned("length", arguments.length(), ALL);
        Map<String, Extract> extracts = new LinkedHashMap<>();
        Set<String> missing = new LinkedHashSet<>();
        Set<String> known = new HashSet<>();
        for (String id : ids(arguments)) {
            call.proceed();
            Optional<Stored> blob = find(call, reach, call.id(id));
            if (blob.isEmpty()) {
                missing.add(id);
            } else if (known.add(blob.get().id().toString())) {
                extracts.put(
                        id, new Extract(wanted, blob.get(), Span.of(blob.get().size(), offset, length)));
            }
        }
        refuseMuch(extracts.values().stream().mapToLong(Extract::weight).sum());
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        extracts.forEach((id, extract) -> read(call, reach, extract).ifPresentOrElse(list::add, () -> missing.add(id)));
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", reach.id());
        answer.put("list", list);
        answer.put("notFound", missing);
        return answer;
    }

    private Set<String> ids(Arguments arguments) {
        if (arguments.ids() == null) {
            throw MethodError.invalidArguments("Blobs are not listed. Name those that you want in ids.");
        } else if (arguments.ids().size() > limits.maxObjectsInGet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call may get " + limits.maxObjectsInGet() + " blobs at most. Ask for some at a time.");
        }
        return new LinkedHashSet<>(arguments.ids());
    }

    private static long unsigned(String name, @Nullable Object value, long otherwise) {
        OptionalLong number = Unsigned.of(value);
        if (value != null && number.isEmpty()) {
            throw MethodError.invalidArguments("The argument " + name + " must be a whole number of 0 or more.");
        }
        return number.orElse(otherwise);
    }

    private static void refuseMuch(long octets) {
        if (octets > MOST_DATA) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call may get " + MOST_DATA + " octets of data at most, and this one asks for " + octets
                            + ". Ask for parts with offset and length, or download the blobs.");
        }
    }

    private Optional<Stored> find(Call call, Reach reach, String id) {
        try {
            return sight.find(call.caller(), reach, id);
        } catch (BlobDamaged e) {
            throw lost(e);
        } catch (NoRoom e) {
            throw Workplace.noRoom(); // it was found in what it is a part of, and could not be kept
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty when it is gone by now; in somebody else's account also when it is damaged, as for a download. */
    private static Optional<Map<String, @Nullable Object>> read(Call call, Reach reach, Extract extract) {
        try {
            return Optional.of(extract.read(call));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (BlobDamaged e) {
            if (reach.personal()) {
                throw lost(e);
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MethodError lost(BlobDamaged why) {
        return new MethodError(
                "serverFail",
                why.getMessage() + " Tell the operator of the server, and ask for the others without it.");
    }
}
