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
import svc.api.blob.Blobs;
import svc.api.jmap.Query;
import svc.api.jmap.QueryPlan;
import svc.api.jmap.Selection;
import svc.api.jmap.Shape;
import svc.api.jmap.Shape.Property;
import svc.api.jmap.TypeSource;
import svc.api.jmap.Verb;
import svc.api.json.JsonSink;
import svc.api.store.Scope;
import svc.api.store.Snapshot;

/** {@code Quota} (RFC 9425 §4): one for the bytes of an account, where something limits them. */
@Component
public final class QuotaSource implements TypeSource {

    static final String OCTETS = "octets";
    static final String ACCOUNT = "account";

    /** What people and clients call it. */
    static final String NAME = "Storage";

    private static final Shape SHAPE = new Shape(
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
                    EnumSet.of(Verb.GET, Verb.CHANGES, Verb.QUERY, Verb.QUERY_CHANGES))
            .telling(1, "used");

    private final QuotaBook book;
    private final CountedTypes types;
    private final Blobs blobs;

    /** As it is booked, and as blobs are counted. */
    @Activate
    public QuotaSource(@Reference QuotaBook book, @Reference CountedTypes types, @Reference Blobs blobs) {
        this.book = book;
        this.types = types;
        this.blobs = blobs;
    }

    private static List<Property> properties(String... names) {
        return Arrays.stream(names)
                .map(name -> new Property(name, Optional.empty(), Optional.empty(), true))
                .toList();
    }

    @Override
    public Shape shape() {
        return SHAPE;
    }

    @Override
    public void enter(Scope scope) {
        book.ensure(scope);
    }

    @Override
    public List<Long> all(Snapshot snapshot, int max) {
        return Quota.of(snapshot).map(Quota.Known::n).stream().toList();
    }

    @Override
    public void read(Snapshot snapshot, Collection<Long> numbers, Selection selection, ObjectSink objects) {
        Optional<Quota.Known> known = Quota.of(snapshot).filter(quota -> numbers.contains(quota.n()));
        if (known.isPresent()) {
            List<String> visible = visible(known.get(), types.names(selection.shows()));
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

    /** RFC 9425 §4.1: not those of capabilities that the request does not use. */
    private static List<String> visible(Quota.Known known, List<String> shown) {
        Set<String> all = new HashSet<>(shown);
        return known.quota().types().stream().filter(all::contains).toList();
    }

    private void write(Quota quota, List<String> visible, Snapshot snapshot, Set<String> names, JsonSink sink) {
        for (Property property : SHAPE.properties()) {
            String name = property.name();
            if (names.contains(name)) {
                switch (name) {
                    case "resourceType" -> sink.member(name, OCTETS);
                    case "used" -> sink.name(name).number(blobs.used(snapshot));
                    case "hardLimit" -> sink.name(name).number(quota.limit());
                    case "scope" -> sink.member(name, ACCOUNT);
                    case "name" -> sink.member(name, NAME);
                    case "types" -> sink.name(name).value(visible);
                    default -> sink.name(name).value(null);
                }
            }
        }
    }

    @Override
    public QueryPlan plan(Snapshot snapshot, Query query) {
        List<String> shown = types.names(query.shows());
        return QuotaPlan.of(
                query, Quota.of(snapshot).map(known -> new QuotaPlan.Candidate(known.n(), visible(known, shown))));
    }
}
