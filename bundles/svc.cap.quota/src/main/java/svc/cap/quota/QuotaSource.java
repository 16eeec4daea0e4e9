package svc.cap.quota;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.identity.Account;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.query.Query;
import svc.api.jmap.query.QueryPlan;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.json.JsonWriter;
import svc.api.store.Scope;
import svc.api.store.Snapshot;

/** The source of the type {@code Quota} (RFC 9425 §4): one object for the octets of an account that has a limit. */
@Component
public final class QuotaSource implements TypeSource {

    static final String OCTETS = "octets";
    static final String ACCOUNT = "account";

    /** The name of the quota that clients display. */
    static final String NAME = "Storage";

    private static final TypeDescriptor SHAPE = new TypeDescriptor(
                    Quota.TYPE,
                    QuotaCapability.URN,
                    Quota.LETTER,
                    properties(
                            "resourceType",
                            "used",
                            "hardLimit",
                            "scope",
                            "name",
                            "types",
                            "warnLimit",
                            "softLimit",
                            "description"),
                    EnumSet.of(
                            StandardMethod.GET,
                            StandardMethod.CHANGES,
                            StandardMethod.QUERY,
                            StandardMethod.QUERY_CHANGES))
            .withFacetProperties(1, "used");

    private final QuotaChangeTracker book;
    private final CountedTypes types;
    private final AccountBlobs blobs;

    @Activate
    public QuotaSource(
            @Reference QuotaChangeTracker book, @Reference CountedTypes types, @Reference AccountBlobs blobs) {
        this.book = book;
        this.types = types;
        this.blobs = blobs;
    }

    private static List<Property> properties(String... names) {
        return Arrays.stream(names)
                .map(name -> new Property(name, TypeDescriptor.Mutability.SERVER_SET))
                .toList();
    }

    @Override
    public TypeDescriptor descriptor() {
        return SHAPE;
    }

    @Override
    public void beforeCall(Scope scope, Account account) {
        book.ensure(scope);
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, int max) {
        return Quota.of(snapshot).map(Quota.Stored::n).stream().toList();
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
        Optional<Quota.Stored> known = Quota.of(snapshot).filter(quota -> numbers.contains(quota.n()));
        if (known.isPresent()) {
            List<String> visible =
                    visible(known.get(), types.names(selection.context().visibility()));
            if (!visible.isEmpty()) {
                Set<String> names = selection.names();
                write(
                        known.get().quota(),
                        visible,
                        snapshot,
                        names,
                        objects.begin(known.get().n()));
                objects.end();
            }
        }
    }

    /** Returns the types of the quota, without types of capabilities that the request does not use (RFC 9425 §4.1). */
    private static List<String> visible(Quota.Stored known, List<String> shown) {
        Set<String> all = new HashSet<>(shown);
        return known.quota().types().stream().filter(all::contains).toList();
    }

    private void write(Quota quota, List<String> visible, Snapshot snapshot, Set<String> names, JsonWriter sink) {
        for (Property property : SHAPE.properties()) {
            String name = property.name();
            if (names.contains(name)) {
                switch (name) {
                    case "resourceType" -> sink.stringMember(name, OCTETS);
                    case "used" -> sink.name(name).number(blobs.usedBytes(snapshot));
                    case "hardLimit" -> sink.name(name).number(quota.limit());
                    case "scope" -> sink.stringMember(name, ACCOUNT);
                    case "name" -> sink.stringMember(name, NAME);
                    case "types" -> sink.name(name).value(visible);
                    default -> sink.name(name).value(null);
                }
            }
        }
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        List<String> shown = types.names(query.context().visibility());
        return QuotaQuery.of(
                query, Quota.of(snapshot).map(known -> new QuotaQuery.Candidate(known.n(), visible(known, shown))));
    }
}
