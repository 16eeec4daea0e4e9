package svc.cap.blob;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
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
import svc.api.blob.AccountBlobs;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobReferrer;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.observe.ObjectVisibility;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;

/**
 * Implements Blob/lookup (RFC 9404 §4.3): finds the objects that refer to blobs. For each requested type, it asks the
 * {@link BlobReferrer} services that list the objects of this type.
 */
@Component(service = MethodHandler.class)
public final class BlobLookup implements MethodHandler<BlobLookup.Arguments, Map<String, @Nullable Object>> {

    /** The number of blobs that are looked up in one snapshot. */
    private static final int AT_ONCE = 16;

    private final Store store;
    private final AccountBlobs blobs;
    private final ObjectVisibility visibility;
    private final BlobCapability types;
    private final JmapLimits limits;

    @Activate
    public BlobLookup(
            @Reference Store store,
            @Reference AccountBlobs blobs,
            @Reference ObjectVisibility visibility,
            @Reference BlobCapability types,
            @Reference JmapLimits limits) {
        this.store = store;
        this.blobs = blobs;
        this.visibility = visibility;
        this.types = types;
        this.limits = limits;
    }

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
    public boolean supportsSharedContainers() {
        return true;
    }

    @Override
    public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
        AccessibleAccount accessible = call.account(arguments.accountId(), Access.READ);
        Scope scope = call.scope(arguments.accountId(), Access.READ);
        if (arguments.ids().size() > limits.maxObjectsInGet()) {
            throw new MethodError(
                    "requestTooLarge",
                    "A call can look up at most " + limits.maxObjectsInGet() + " blobs. Split the request.");
        }
        Map<String, List<BlobReferrer>> referrersByType = requestedTypes(call, arguments.typeNames());
        Set<BlobId> ids = new LinkedHashSet<>();
        Set<String> none = new LinkedHashSet<>();
        for (String id : arguments.ids()) {
            Optional<BlobId> blob = BlobId.parse(call.resolveId(id));
            blob.ifPresentOrElse(ids::add, () -> none.add(id));
        }
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        List<BlobId> all = List.copyOf(ids);
        for (int i = 0; i < all.size(); i += AT_ONCE) {
            call.checkDeadline();
            List<BlobId> portion = all.subList(i, Math.min(i + AT_ONCE, all.size()));
            list.addAll(store.read(
                    scope, snapshot -> lookUp(new Look(call, accessible, snapshot), referrersByType, portion)));
        }
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("accountId", accessible.id());
        answer.put("list", list);
        answer.put("notFound", none);
        return answer;
    }

    private Map<String, List<BlobReferrer>> requestedTypes(MethodCall call, List<String> names) {
        Map<String, List<BlobReferrer>> referrersByType = new LinkedHashMap<>();
        for (String name : names) {
            List<BlobReferrer> used = types.of(name).stream()
                    .filter(referrer -> call.isUsing(referrer.capability()))
                    .toList();
            if (used.isEmpty()) {
                throw new MethodError(
                        "unknownDataType",
                        "A name in typeNames is not a type that refers to blobs, or its capability is not in using."
                                + " The session lists the supported types.");
            }
            referrersByType.put(name, used);
        }
        return referrersByType;
    }

    /** The call, its account, and the snapshot that is read. */
    private record Look(MethodCall call, AccessibleAccount accessible, Snapshot snapshot) {}

    /**
     * Returns, for each blob and type, the ids of the objects that refer to the blob. For a blob that the caller cannot
     * see, the lists of ids are empty (RFC 9404 §4.3). In the caller's own account, every blob to which an object
     * refers is visible. This includes parts of messages, which the account does not hold as blobs but can download.
     */
    private List<Map<String, @Nullable Object>> lookUp(
            Look lookup, Map<String, List<BlobReferrer>> referrersByType, List<BlobId> ids) {
        Set<BlobId> visited = lookup.accessible().isPersonal()
                ? Set.copyOf(ids)
                : blobs.visible(lookup.snapshot(), lookup.call().caller(), lookup.accessible(), ids);
        Map<String, Map<BlobId, Set<BlobReference>>> owners = new LinkedHashMap<>();
        referrersByType.forEach((type, referrers) -> owners.put(type, owners(lookup, referrers, visited)));
        List<Map<String, @Nullable Object>> infos = new ArrayList<>();
        for (BlobId id : ids) {
            Map<String, @Nullable Object> matched = new LinkedHashMap<>();
            owners.forEach((type, found) -> matched.put(
                    type,
                    found.getOrDefault(id, Set.of()).stream()
                            .map(BlobReference::id)
                            .toList()));
            infos.add(Map.of("id", id.toString(), "matchedIds", matched));
        }
        return infos;
    }

    private Map<BlobId, Set<BlobReference>> owners(Look lookup, List<BlobReferrer> referrers, Set<BlobId> visited) {
        Map<BlobId, Set<BlobReference>> owners = new HashMap<>();
        for (BlobReferrer referrer : referrers) {
            if (!visited.isEmpty() && lookup.call().isVisible(lookup.accessible(), referrer.capability())) {
                Map<BlobId, Set<BlobReference>> found =
                        referrer.references(lookup.snapshot(), lookup.call().caller(), lookup.accessible(), visited);
                Set<Long> visible = visible(lookup, referrer.type(), found.values());
                found.forEach((id, some) -> some.stream()
                        .filter(reference -> visible.contains(reference.n()))
                        .forEach(owners.computeIfAbsent(id, BlobLookup::noReferences)::add));
            }
        }
        owners.keySet().retainAll(visited);
        return owners;
    }

    /** Returns the numbers of the objects that the caller sees, whether or not the referrer left out the others. */
    private Set<Long> visible(Look lookup, String type, Collection<Set<BlobReference>> references) {
        Set<Long> numbers = new HashSet<>();
        references.forEach(some -> some.forEach(reference -> numbers.add(reference.n())));
        return lookup.accessible().isPersonal()
                ? numbers
                : visibility.visible(lookup.snapshot(), lookup.accessible(), type, numbers);
    }

    private static Set<BlobReference> noReferences(BlobId id) {
        return new TreeSet<>(Comparator.comparingLong(BlobReference::n));
    }
}
