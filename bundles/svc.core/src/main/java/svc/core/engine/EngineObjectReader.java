package svc.core;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.identity.Reach;
import svc.api.jmap.Selection;
import svc.api.jmap.Views;
import svc.api.json.Json;
import svc.api.store.Snapshot;

/** The objects of callers' own accounts, by the rules of a {@code /get} that uses all that the account has. */
@Component
public final class CallerViews implements Views {

    private final Registry registry;
    private final Directory directory;
    private final Json json;

    /** Looks at the registry. */
    @Activate
    public CallerViews(@Reference EngineService service, @Reference Directory directory, @Reference Json json) {
        this(service.registry(), directory, json);
    }

    CallerViews(Registry registry, Directory directory, Json json) {
        this.registry = registry;
        this.directory = directory;
        this.json = json;
    }

    @Override
    public Optional<View> of(Caller caller, String name) {
        Catalogue catalogue = registry.catalogue();
        @Nullable KnownType type = catalogue.types().get(name);
        if (type == null) {
            return Optional.empty();
        }
        String organization = caller.account().organization();
        Set<String> offered = catalogue.capabilities().keySet().stream()
                .filter(urn -> catalogue.offers(urn, organization, directory))
                .collect(Collectors.toSet());
        Sight sight = Sight.of(Reach.own(caller.account()));
        return type.shape().capabilities().stream().anyMatch(urn -> sight.shows(urn, catalogue, offered))
                ? Optional.of(new OfType(type, catalogue, sight, caller, offered))
                : Optional.empty();
    }

    private final class OfType implements View {
        private final KnownType type;
        private final Sight sight;
        private final Caller caller;
        private final Predicate<String> shows;
        private final Set<String> own;
        private final Map<String, Part.Contributed> contributed;

        OfType(KnownType type, Catalogue catalogue, Sight sight, Caller caller, Set<String> offered) {
            this.type = type;
            this.sight = sight;
            this.caller = caller;
            this.shows = urn -> sight.shows(urn, catalogue, offered);
            this.own = new LinkedHashSet<>(type.own(shows));
            this.contributed = type.contributed(shows);
        }

        @Override
        public char letter() {
            return type.shape().letter();
        }

        @Override
        public Set<String> own() {
            return own;
        }

        @Override
        public Set<String> computed() {
            return contributed.keySet();
        }

        @Override
        public Map<Long, Map<String, @Nullable Object>> read(
                Snapshot snapshot, Collection<Long> numbers, Set<String> properties) {
            Wanted wanted = wanted(properties);
            return type.origin()
                    .use()
                    .inside(() -> new PlainObjects(type, json).read(snapshot, numbers, wanted))
                    .orElse(Map.of());
        }

        private Wanted wanted(Set<String> properties) {
            Set<String> mine = new HashSet<>(own);
            mine.retainAll(properties);
            Map<Part.Contributed, Set<String>> others = new LinkedHashMap<>();
            contributed.forEach((name, part) -> {
                if (properties.contains(name)) {
                    others.computeIfAbsent(part, key -> new LinkedHashSet<>()).add(name);
                }
            });
            return new Wanted(new Selection(type.all(mine), mine, Map.of(), sight.reach(), caller, shows), others);
        }
    }
}
