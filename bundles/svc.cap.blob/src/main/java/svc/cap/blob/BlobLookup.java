package svc.cap.blob;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobReferrer;
import svc.api.blob.Blobs;
import svc.api.blob.Blobs.Owner;
import svc.api.identity.Access;
import svc.api.identity.Reach;
import svc.api.jmap.Call;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;

/** Blob/lookup (RFC 9404 §4.3): which objects refer to blobs, as those say who brought their types. */
@Component(service = MethodHandler.class)
public final class BlobLookup implements MethodHandler<BlobLookup.Arguments, Map<String, @Nullable Object>> {

    /** How many blobs one snapshot looks for. */
    private static final int AT_ONCE = 16;

    private final Store store;
    private final Blobs blobs;
    private final BlobCapability types;
    private final JmapLimits limits;

    /** Looks here. */
    @Activate
    public BlobLookup(
            @Reference Store store,
            @Reference Blobs blobs,
            @Reference BlobCapability types,
            @Reference JmapLimits limits) {
        this.store = store;
        this.blobs = blobs;
        this.types = types;
        this.limits = limits;
    }

    /** The arguments of the method. */
    record Arguments(String accountId, List<String> typeNames, List<String> ids) {}

    @Override
    public String method() {
        return "Blob/lookup";
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
        Scope scope = call.scope(arguments.accountId(), Access.READ);
        if (arguments.ids().size() > limits.maxObjectsInGet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call may look for " + limits.maxObjectsInGet() + " blobs at most. Ask for some at a time.");
        }
        Map<String, List<BlobReferrer>> asked = asked(call, arguments.typeNames());
        Set<BlobId> ids = new LinkedHashSet<>();
        Set<String> none = new LinkedHashSet<>();
        for (String id : arguments.ids()) {
            Optional<BlobId> blob = BlobId.parse(call.id(id));
            blob.ifPresentOrElse(ids::add, () -> none.add(id));
        }
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        List<BlobId> all = List.copyOf(ids);
        for (int i = 0; i < all.size(); i += AT_ONCE) {
            call.proceed();
            List<BlobId> some = all.subList(i, Math.min(i + AT_ONCE, all.size()));
            list.addAll(store.read(scope, snapshot -> look(new Look(call, reach, snapshot), asked, some)));
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", reach.id());
        answer.put("list", list);
        answer.put("notFound", none);
        return answer;
    }

    private Map<String, List<BlobReferrer>> asked(Call call, List<String> names) {
        Map<String, List<BlobReferrer>> asked = new LinkedHashMap<>();
        for (String name : names) {
            List<BlobReferrer> used = types.of(name).stream()
                    .filter(referrer -> call.uses(referrer.capability()))
                    .toList();
            if (used.isEmpty()) {
                throw new MethodError(
                        "unknownDataType",
                        "A name in typeNames is that of no type which refers to blobs, or its capability is not in using."
                                + " The session says which there are.");
            }
            asked.put(name, used);
        }
        return asked;
    }

    /** Who looks into which account, in one snapshot of it. */
    private record Look(Call call, Reach reach, Snapshot snapshot) {}

    /** A blob that the caller does not see has no owner here, whoever has it (RFC 9404 §4.3). */
    private List<Map<String, @Nullable Object>> look(
            Look look, Map<String, List<BlobReferrer>> asked, List<BlobId> ids) {
        Set<BlobId> seen = blobs.seen(look.snapshot(), look.call().caller(), look.reach(), ids);
        Map<String, Map<BlobId, Set<Owner>>> owners = new LinkedHashMap<>();
        asked.forEach((type, referrers) -> owners.put(type, owners(look, referrers, seen)));
        List<Map<String, @Nullable Object>> infos = new ArrayList<>();
        for (BlobId id : ids) {
            Map<String, @Nullable Object> matched = new LinkedHashMap<>();
            owners.forEach((type, found) -> matched.put(
                    type,
                    found.getOrDefault(id, Set.of()).stream().map(Owner::id).toList()));
            infos.add(Map.of("id", id.toString(), "matchedIds", matched));
        }
        return infos;
    }

    private static Map<BlobId, Set<Owner>> owners(Look look, List<BlobReferrer> referrers, Set<BlobId> seen) {
        Map<BlobId, Set<Owner>> owners = new HashMap<>();
        for (BlobReferrer referrer : referrers) {
            if (!seen.isEmpty() && look.call().shows(look.reach(), referrer.capability())) {
                referrer.owners(look.snapshot(), look.call().caller(), look.reach(), seen)
                        .forEach((id, some) ->
                                owners.computeIfAbsent(id, BlobLookup::none).addAll(some));
            }
        }
        owners.keySet().retainAll(seen);
        return owners;
    }

    private static Set<Owner> none(BlobId id) {
        return new TreeSet<>(Comparator.comparingLong(Owner::n));
    }
}
