package svc.cap.quota;

import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.identity.Account;
import svc.api.jmap.CallContext;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.RecordStorage;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.store.Scope;
import svc.api.store.Snapshot;

/** The type {@code Quota} (RFC 9425 §4): one object for the octets of an account that has a limit. */
@Component(service = ObjectType.class)
public final class QuotaType implements ObjectType<Quota>, RecordStorage<Quota> {

    private final QuotaChangeTracker tracker;
    private final CountedTypes types;
    private final AccountBlobs blobs;

    @Activate
    public QuotaType(
            @Reference QuotaChangeTracker tracker, @Reference CountedTypes types, @Reference AccountBlobs blobs) {
        this.tracker = tracker;
        this.types = types;
        this.blobs = blobs;
    }

    @Override
    public String capability() {
        return QuotaCapability.URN;
    }

    @Override
    public Class<Quota> recordType() {
        return Quota.class;
    }

    @Override
    public Set<StandardMethod> methods() {
        return EnumSet.complementOf(EnumSet.of(StandardMethod.SET, StandardMethod.COPY));
    }

    @Override
    public TypeDescriptor describe(TypeDescriptor derived) {
        return derived.withFacetProperties(1, "used");
    }

    @Override
    public Optional<RecordStorage<Quota>> storage() {
        return Optional.of(this);
    }

    @Override
    public void beforeCall(Scope scope, Account account) {
        tracker.ensure(scope);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return QuotaLimit.of(snapshot).map(QuotaLimit.Stored::n).filter(n -> n > after).stream()
                .toList();
    }

    @Override
    public Map<Long, Quota> read(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, Quota> found = new HashMap<>();
        QuotaLimit.of(snapshot)
                .filter(stored -> numbers.contains(stored.n()))
                .ifPresent(stored -> found.put(stored.n(), Quota.of(stored.limit(), blobs.usedBytes(snapshot))));
        return found;
    }

    /**
     * Leaves out the types of capabilities that the request does not use, and quotas without other types (RFC 9425
     * §4.1).
     */
    @Override
    public Map<Long, Quota> compute(Snapshot snapshot, CallContext context, Map<Long, Quota> quotas) {
        Set<String> shown = new HashSet<>(types.names(context.visibility()));
        Map<Long, Quota> visible = new HashMap<>();
        quotas.forEach((n, quota) -> {
            Quota seen =
                    quota.with(quota.types().stream().filter(shown::contains).toList());
            if (!seen.types().isEmpty()) {
                visible.put(n, seen);
            }
        });
        return visible;
    }
}
