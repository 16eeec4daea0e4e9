package svc.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.identity.Account;
import svc.api.jmap.Capability;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.PropertyContribution;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeDescriptor.Property;
import svc.api.jmap.type.TypeSource;
import svc.api.json.JsonWriter;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.core.Note;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** Properties that a second capability adds to a type are visible only to requests that use it. */
class ContributedPropertyTest {

    private static final String V1 = "\"" + Note.URN + "\"";
    private static final String SECOND = "urn:test:notes2";
    private static final String V2 = "\"" + SECOND + "\"";

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");
    private String id = "";

    @BeforeEach
    void notes() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
        bench.add("svc.second", 2, new Notes2());
        bench.add("svc.second", 2, new Adds("Note", SECOND, "colour", "red"));
        Map<String, @Nullable Object> set =
                bench.call(ada, V1, "Note/set", account() + "\"create\":{\"k\":{\"title\":\"t\"}}}");
        id = String.valueOf(
                Bench.object(Bench.object(set.get("created")).get("k")).get("id"));
    }

    /** The second version of a capability. */
    private static final class Notes2 implements Capability {
        @Override
        public String urn() {
            return SECOND;
        }

        @Override
        public Set<String> implies() {
            return Set.of(Note.URN);
        }
    }

    /** A contributed property with the same value for all objects, and a second one that is always null. */
    private record Adds(String type, String capability, String property, String value) implements PropertyContribution {
        @Override
        public Set<String> properties() {
            return Set.of(property, property + "Name");
        }

        @Override
        public Map<Long, Map<String, @Nullable Object>> read(
                Snapshot snapshot, Collection<Long> numbers, Set<String> wanted) {
            Map<Long, Map<String, @Nullable Object>> found = new HashMap<>();
            numbers.forEach(n -> found.put(n, Map.of(property, value)));
            return found;
        }
    }

    private String account() {
        return "{\"accountId\":\"" + ada.id() + "\",";
    }

    private Map<String, @Nullable Object> get(String using, String properties) {
        return bench.call(
                ada, using, "Note/get", account() + "\"ids\":[\"" + id + "\"],\"properties\":" + properties + "}");
    }

    @Test
    @Covers(
            value = {"CAP-05", "CAP-06"},
            part = "the engine")
    void objectsHaveThePropertiesOfTheUsedCapabilities() {
        Map<String, @Nullable Object> first = Bench.first(get(V1, "null").get("list"));
        assertThat(first).containsEntry("title", "t").doesNotContainKeys("colour", "colourName");
        for (String using : List.of(V2, V1 + "," + V2, V2 + "," + V1)) {
            Map<String, @Nullable Object> union = Bench.first(get(using, "null").get("list"));
            assertThat(union)
                    .as(using)
                    .containsAllEntriesOf(first)
                    .containsEntry("colour", "red")
                    .containsEntry("colourName", null)
                    .hasSize(first.size() + 2);
        }
        assertThat(bench.calls(
                                ada,
                                "\"urn:ietf:params:jmap:core\"",
                                "[\"Note/get\"," + account() + "\"ids\":[]},\"c\"]")
                        .get(0))
                .as("with neither there is nothing")
                .first()
                .isEqualTo("error");
    }

    @Test
    @Covers(value = "CAP-06", part = "the engine")
    void returnsOnlyTheRequestedPropertiesOfBothCapabilities() {
        String both = V1 + "," + V2;
        assertThat(get(both, "[\"title\"]").get("list")).isEqualTo(List.of(Map.of("id", id, "title", "t")));
        assertThat(get(both, "[\"colour\"]").get("list")).isEqualTo(List.of(Map.of("id", id, "colour", "red")));
        assertThat(get(both, "[\"colour\",\"title\",\"id\"]").get("list"))
                .isEqualTo(List.of(Map.of("id", id, "colour", "red", "title", "t")));
    }

    @Test
    @Covers(value = "CAP-06", part = "the engine")
    void rejectsPropertiesOfAnUnusedCapability() {
        for (String properties : List.of("[\"colour\"]", "[\"title\",\"colour\"]", "[\"colourName\"]")) {
            assertThat(get(V1, properties)).as(properties).containsEntry("type", "invalidArguments");
            assertThat(get(V1, properties).toString())
                    .isEqualTo(get(V1, properties.replace("colour", "nowhere"))
                            .toString()
                            .replace("nowhere", "colour"));
        }
    }

    @Test
    @Covers(value = "CAP-06", part = "the engine")
    void removesContributedPropertiesWithTheirBundle() {
        Object more = bench.add("svc.third", 3, new Adds("Note", SECOND, "smell", "rose"));
        assertThat(Bench.first(get(V2, "null").get("list"))).containsEntry("smell", "rose");
        bench.registry.remove(more);
        assertThat(Bench.first(get(V2, "null").get("list"))).doesNotContainKey("smell");
        assertThat(get(V2, "[\"smell\"]")).containsEntry("type", "invalidArguments");
    }

    @Test
    @Covers("OSGI-02")
    void rejectsDuplicatePropertyNamesWithAReason() {
        Object rival = bench.add("svc.third", 3, new Adds("Note", SECOND, "colour", "blue"));
        assertThat(Bench.first(get(V2, "null").get("list"))).containsEntry("colour", "red");
        assertThat(bench.registry.catalogue().refused())
                .extracting(Catalogue.Refused::bundle, Catalogue.Refused::reason)
                .containsExactly(
                        tuple("svc.third", "The property Note.colour is already registered by the bundle svc.second."));
        bench.registry.remove(rival);
        assertThat(bench.registry.catalogue().refused()).isEmpty();
        for (String own : List.of("title", "id")) {
            bench.add("svc.third", 3, new Adds("Note", SECOND, own, "blue"));
        }
        assertThat(Bench.first(get(V2, "null").get("list")))
                .containsEntry("title", "t")
                .containsEntry("id", id);
        assertThat(bench.registry.catalogue().refused())
                .extracting(Catalogue.Refused::reason)
                .containsExactly(
                        "The property Note.title is already registered by the bundle svc.test.",
                        "The property Note.id is already registered by the bundle svc.test.");
    }

    /** A type with properties that belong to another capability. */
    private static final class Cards implements TypeSource {
        @Override
        public TypeDescriptor descriptor() {
            return new TypeDescriptor(
                    "Card",
                    Note.URN,
                    'c',
                    List.of(new Property("face"), new Property("back").withCapability(SECOND)),
                    EnumSet.of(StandardMethod.GET));
        }

        @Override
        public List<Long> numbers(Snapshot snapshot, long after, int max) {
            return List.of(1L);
        }

        @Override
        public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
            for (long n : numbers) {
                JsonWriter out = objects.begin(n);
                selection.names().stream()
                        .sorted()
                        .forEach(name -> out.stringMember(name, "all " + selection.isDefault()));
                objects.end();
            }
        }
    }

    @Test
    @Covers(value = "CAP-06", part = "the engine")
    void aPropertyOfATypeMayBelongToAnotherCapability() {
        bench.add(new Cards());
        assertThat(cards(V1, "null").get("list")).isEqualTo(List.of(Map.of("id", "c1", "face", "all false")));
        assertThat(cards(V2, "null").get("list"))
                .isEqualTo(List.of(Map.of("id", "c1", "face", "all true", "back", "all true")));
        assertThat(cards(V2, "[\"back\"]").get("list")).isEqualTo(List.of(Map.of("id", "c1", "back", "all false")));
        assertThat(cards(V1, "[\"back\"]")).containsEntry("type", "invalidArguments");
    }

    private Map<String, @Nullable Object> cards(String using, String properties) {
        bench.store.write(
                Scope.account(new svc.api.engine.ScopeKey(), ada.n()), tx -> tx.logCreated("Card", Facets.ALL));
        return bench.call(ada, using, "Card/get", account() + "\"ids\":null,\"properties\":" + properties + "}");
    }
}
