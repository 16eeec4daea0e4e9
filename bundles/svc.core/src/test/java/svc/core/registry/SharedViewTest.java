package svc.core.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.jmap.Capability;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.jmap.type.PropertyContribution;
import svc.api.store.Snapshot;
import svc.core.Note;
import svc.core.dispatch.ResponseWriter;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** A share shows only the shared data. The removal of a contribution waits for running calls. */
class SharedViewTest {

    /** The common pool may have only one thread, and one thread waits for the other here. */
    private static final Executor OWN_THREAD = task -> new Thread(task).start();

    private static final String LOUD = "urn:test:loud";
    private static final String BOTH = Note.USING + ",\"" + LOUD + "\"";

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o", "ada");
    private final Account bob = bench.account("o", "bob");

    @BeforeEach
    void offered() {
        bench.add(new Note.Notes());
        bench.add(new Note.Type());
        bench.add(capability(LOUD, Set.of(), Map.of()));
    }

    private static Capability capability(String urn, Set<String> covers, Map<String, Object> object) {
        return new Capability() {
            @Override
            public String urn() {
                return urn;
            }

            @Override
            public Set<String> implies() {
                return covers;
            }

            @Override
            public Map<String, @Nullable Object> sessionObject() {
                return new LinkedHashMap<>(object);
            }
        };
    }

    private static PropertyContribution loud(Runnable meanwhile) {
        return new PropertyContribution() {
            @Override
            public String type() {
                return "Note";
            }

            @Override
            public String capability() {
                return LOUD;
            }

            @Override
            public Set<String> properties() {
                return Set.of("loud");
            }

            @Override
            public Map<Long, Map<String, @Nullable Object>> read(
                    Snapshot snapshot, Collection<Long> numbers, Set<String> wanted) {
                meanwhile.run();
                Map<Long, Map<String, @Nullable Object>> all = new HashMap<>();
                numbers.forEach(n -> all.put(n, Map.of("loud", "NOTE " + n)));
                return all;
            }
        };
    }

    private void note(Account account) {
        bench.call(
                account,
                Note.USING,
                "Note/set",
                "{\"accountId\":\"" + account.id() + "\",\"create\":{\"k\":{\"title\":\"t\"}}}");
    }

    private Map<String, @Nullable Object> get(Account caller, String account, String more) {
        return bench.call(caller, BOTH, "Note/get", "{\"accountId\":\"" + account + "\",\"ids\":null" + more + "}");
    }

    @Test
    @Covers("ACC-04")
    void doesNotShareContributedPropertiesWithTheType() {
        bench.add("other", 2, loud(() -> {}));
        note(ada);
        note(bob);
        bench.people.share(bob, ada, Note.URN, Access.READ);
        String shared = "shared:" + bob.id();
        assertThat(Bench.first(get(ada, ada.id(), "").get("list"))).containsKey("loud");
        assertThat(Bench.first(get(ada, shared, "").get("list")))
                .containsKey("title")
                .doesNotContainKey("loud");
        assertThat(get(ada, shared, ",\"properties\":[\"loud\"]")).containsEntry("type", "invalidArguments");
        bench.people.share(bob, ada, LOUD, Access.READ);
        assertThat(Bench.first(get(ada, shared, "").get("list"))).containsEntry("loud", "NOTE 1");
    }

    @Test
    @Covers("PUSH-03")
    void aPushOnlyTypeIsReadableWhileItsCapabilityIsEnabled() {
        bench.add(new PushOnly("urn:test:ring", "Ring"));
        bench.add("other", 2, new PushOnly("urn:test:second", "Ring"));
        bench.add("other", 2, new PushOnly("urn:test:third", "Note"));
        assertThat(bench.local.refused())
                .anyMatch(reason -> reason.startsWith("The type Ring is already registered"))
                .anyMatch(reason -> reason.startsWith("The type Note is already registered"))
                .hasSize(2);
        ReadableTypes.ReadableAccount own = bench.local.readableTypes().of(Bench.caller(ada));
        assertThat(own.types()).contains("Note", "Ring");
        assertThat(own.pushOnlyTypes()).containsExactly("Ring");
        assertThat(bench.local.views().of(Bench.caller(ada), "Ring")).isEmpty();
        bench.people.switchOff("o", "urn:test:ring");
        assertThat(bench.local.readableTypes().of(Bench.caller(ada)).types())
                .contains("Note")
                .doesNotContain("Ring");
    }

    /** A capability with one push-only type. */
    private record PushOnly(String urn, String type) implements Capability {
        @Override
        public Set<String> pushOnlyTypes() {
            return Set.of(type);
        }
    }

    @Test
    @Covers("ACC-04")
    void listsACoveringCapabilityOnlyWhereItsMethodsWork() {
        bench.add(capability("urn:test:notes2", Set.of(Note.URN), Map.of()));
        bench.people.share(bob, ada, Note.URN, Access.READ);
        assertThat(capabilities("shared:" + bob.id())).containsOnlyKeys(Note.URN);
        bench.people.unshare(bob, ada);
        bench.people.share(bob, ada, "urn:test:notes2", Access.READ);
        assertThat(capabilities("shared:" + bob.id())).containsOnlyKeys(Note.URN, "urn:test:notes2");
        assertThat(get(ada, "shared:" + bob.id(), "")).containsKey("list");
    }

    private Map<String, @Nullable Object> capabilities(String account) {
        Map<String, @Nullable Object> accounts = Bench.object(session().get("accounts"));
        return Bench.object(Bench.object(accounts.get(account)).get("accountCapabilities"));
    }

    private Map<String, @Nullable Object> session() {
        byte[] session = bench.local.session(Bench.caller(ada));
        return Bench.object(
                bench.json.binding(svc.api.json.Json.Names.EXACT).read(new String(session, StandardCharsets.UTF_8)));
    }

    @Test
    @Covers("SESS-10")
    void theOrderOfMembersDoesNotChangeTheSessionState() {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("b", Map.of("y", 1));
        one.put("a", List.of(2));
        Map<String, Object> other = new LinkedHashMap<>();
        other.put("a", List.of(2));
        other.put("b", Map.of("y", 1));
        Object key = bench.add(capability("urn:test:ordered", Set.of(), one));
        Object state = session().get("state");
        bench.registry.remove(key);
        assertThat(session().get("state")).isNotEqualTo(state);
        bench.add(capability("urn:test:ordered", Set.of(), other));
        assertThat(session().get("state")).isEqualTo(state);
    }

    @Test
    @Covers("ERR-03")
    void breaksTheConnectionIfACallFailsAfterPartialOutput() {
        AtomicInteger reads = new AtomicInteger();
        bench.add("other", 2, loud(() -> {
            if (reads.incrementAndGet() == 2) {
                throw new IllegalStateException("in the second portion");
            }
        }));
        String title = "x".repeat(2000);
        String create = IntStream.range(0, 100)
                .mapToObj(i -> "\"k" + i + "\":{\"title\":\"" + title + "\"}")
                .collect(Collectors.joining(","));
        bench.call(ada, Note.USING, "Note/set", "{\"accountId\":\"" + ada.id() + "\",\"create\":{" + create + "}}");
        byte[] request = ("{\"using\":[" + BOTH + "],\"methodCalls\":[[\"Note/get\",{\"accountId\":\"" + ada.id()
                        + "\",\"ids\":null},\"a\"],[\"Core/echo\",{},\"b\"]]}")
                .getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        assertThatThrownBy(() -> bench.engine.run(bench.engine.ready(Bench.caller(ada), request), sent))
                .isInstanceOf(ResponseWriter.Aborted.class);
        assertThat(sent.toString(StandardCharsets.UTF_8))
                .startsWith("{\"methodResponses\":[[\"Note/get\"")
                .doesNotContain("Core/echo", "sessionState");
    }

    @Test
    @Covers("OSGI-02")
    void releasesAContributionAfterItWasRead() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch on = new CountDownLatch(1);
        note(ada);
        Object key = bench.add("other", 2, loud(() -> {
            inside.countDown();
            try {
                on.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        CompletableFuture<Map<String, @Nullable Object>> call =
                CompletableFuture.supplyAsync(() -> get(ada, ada.id(), ""), OWN_THREAD);
        inside.await();
        CompletableFuture<Void> going = CompletableFuture.runAsync(() -> bench.registry.remove(key), OWN_THREAD);
        // It leaves the catalogue at once and waits for the running call.
        while (!Objects.requireNonNull(bench.registry.catalogue().types().get("Note"))
                .contributions()
                .isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(going).isNotDone();
        on.countDown();
        assertThat(Bench.first(call.get().get("list"))).containsEntry("loud", "NOTE 1");
        going.get();
        assertThat(Bench.first(get(ada, ada.id(), "").get("list"))).doesNotContainKey("loud");
    }
}
