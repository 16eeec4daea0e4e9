package svc.core.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.engine.ScopeKey;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.ContainerShares.Container;
import svc.api.identity.ContainerShares.Share;
import svc.api.jmap.Capability;
import svc.api.jmap.StandardMethod;
import svc.api.jmap.type.PropertySelection;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.jmap.type.TypeSource;
import svc.api.json.Json;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.core.Note;
import svc.testkit.Covers;

/** A second capability adds methods to the type of a first one and is shared with it. */
class SecondSurfaceTest {

    private static final String SECOND = "urn:test:notes2";
    private static final String V1 = "\"" + Note.URN + "\"";
    private static final String V2 = "\"" + SECOND + "\"";

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");
    private final Account bob = bench.account("o", "bob");

    @BeforeEach
    void offered() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
        bench.add(new Cards());
        bench.add(new Notes2());
        bench.add(new Marks());
    }

    /** A capability that is shared with the first one. Its account object shows the access. */
    private static final class Notes2 implements Capability {
        @Override
        public String urn() {
            return SECOND;
        }

        @Override
        public Map<String, @Nullable Object> accountObject(Access access) {
            return Map.of("mayDraw", access == Access.WRITE);
        }

        @Override
        public Set<String> sharedWith() {
            return Set.of(Note.URN);
        }
    }

    private static final class Cards implements TypeSource {
        @Override
        public TypeDescriptor descriptor() {
            return new TypeDescriptor(
                            "Card", Note.URN, 'c', List.of(), EnumSet.of(StandardMethod.GET, StandardMethod.CHANGES))
                    .withCapabilities(StandardMethod.GET, Note.URN, SECOND)
                    .withCapabilities(StandardMethod.CHANGES, SECOND);
        }

        @Override
        public List<Long> numbers(Snapshot snapshot, long after, int max) {
            return List.of();
        }

        @Override
        public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
            for (long n : numbers) {
                objects.begin(n);
                objects.end();
            }
        }
    }

    /** A type of the second capability, with one object and without containers. */
    private static final class Marks implements TypeSource {
        @Override
        public TypeDescriptor descriptor() {
            return new TypeDescriptor("Mark", SECOND, 'k', List.of(), EnumSet.of(StandardMethod.GET));
        }

        @Override
        public List<Long> numbers(Snapshot snapshot, long after, int max) {
            return after < 1 ? List.of(1L) : List.of();
        }

        @Override
        public void read(Snapshot snapshot, Collection<Long> numbers, PropertySelection selection, ObjectSink objects) {
            for (long n : numbers) {
                objects.begin(n);
                objects.end();
            }
        }
    }

    private Map<String, @Nullable Object> call(String using, String method, String account, String more) {
        List<?> response = bench.calls(
                        ada, using, "[\"" + method + "\",{\"accountId\":\"" + account + "\"," + more + "},\"c\"]")
                .get(0);
        return Bench.object(response.get(1));
    }

    @Test
    @Covers(value = "CAP-05", part = "mail")
    void aMethodRequiresOneOfItsCapabilities() {
        for (String using : List.of(V1, V2, V1 + "," + V2)) {
            assertThat(call(using, "Card/get", ada.id(), "\"ids\":[]")).containsKey("state");
        }
        String state = "\"sinceState\":\""
                + call(V2, "Card/get", ada.id(), "\"ids\":[]").get("state") + "\"";
        assertThat(call(V2, "Card/changes", ada.id(), state)).containsKey("newState");
        assertThat(call(V1, "Card/changes", ada.id(), state)).containsEntry("type", "unknownCapability");
        assertThat(call(V2, "Note/get", ada.id(), "\"ids\":[]"))
                .as("it unlocks its methods alone")
                .containsEntry("type", "unknownCapability");
        assertThat(call("\"urn:ietf:params:jmap:core\"", "Card/get", ada.id(), "\"ids\":[]"))
                .containsEntry("type", "unknownCapability");
    }

    @Test
    @Covers("ACC-04")
    void appliesToSharesOfTheFirstCapabilityOnly() {
        String shared = "shared:" + bob.id();
        bench.people.share(bob, ada, "urn:test:other", Access.WRITE);
        assertThat(call(V2, "Card/get", shared, "\"ids\":[]")).containsEntry("type", "accountNotSupportedByMethod");
        assertThat(capabilities(shared)).isEmpty();
        bench.people.share(bob, ada, Note.URN, Access.READ);
        assertThat(call(V2, "Card/get", shared, "\"ids\":[]")).containsKey("state");
        assertThat(capabilities(shared)).containsEntry(SECOND, Map.of("mayDraw", false));
        bench.people.share(bob, ada, Note.URN, Access.WRITE);
        assertThat(capabilities(shared)).containsEntry(SECOND, Map.of("mayDraw", true));
        assertThat(capabilities(ada.id())).containsEntry(SECOND, Map.of("mayDraw", true));
    }

    @Test
    @Covers("ACC-04")
    void sharedContainerHidesNothingOfACapabilityThatIsSharedAsAWhole() {
        String shared = "shared:" + bob.id();
        Container folder = new Container(bob, "Folder", 7, Set.of(Note.URN));
        Share read = new Share(Access.READ, Set.of("mayRead"));
        bench.store.write(Scope.account(new ScopeKey(), bob.n()), tx -> {
            bench.people.share(tx, folder, Map.of(ada.id(), read));
            return true;
        });
        assertThat(call(V2, "Mark/get", shared, "\"ids\":null")).containsEntry("type", "accountNotSupportedByMethod");
        bench.people.share(bob, ada, Note.URN, Access.READ);
        assertThat(call(V2, "Mark/get", shared, "\"ids\":null")).containsEntry("list", List.of(Map.of("id", "k1")));
        assertThat(call(V2, "Mark/get", shared, "\"ids\":[\"k1\"]")).containsEntry("notFound", List.of());
    }

    @Test
    void disablingTheFirstCapabilityDisablesTheSecond() {
        bench.people.switchOff("o", Note.URN);
        assertThat(capabilities(ada.id())).doesNotContainKey(SECOND);
        assertThatThrownBy(() -> call(V2, "Card/get", ada.id(), "\"ids\":[]"))
                .hasMessageContaining("urn:ietf:params:jmap:error:unknownCapability")
                .hasMessageContaining(SECOND);
        bench.people.switchOn("o", Note.URN);
        assertThat(capabilities(ada.id())).containsKey(SECOND);
        assertThat(call(V2, "Card/get", ada.id(), "\"ids\":[]")).containsKey("state");
    }

    private Map<String, @Nullable Object> capabilities(String account) {
        String session = new String(bench.local.session(Bench.caller(ada)), StandardCharsets.UTF_8);
        Map<String, @Nullable Object> accounts = Bench.object(
                Bench.object(bench.json.binding(Json.Names.EXACT).read(session)).get("accounts"));
        return Bench.object(Bench.object(accounts.get(account)).get("accountCapabilities"));
    }
}
