package svc.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.jmap.Capability;
import svc.api.jmap.MethodCall;
import svc.api.jmap.MethodHandler;
import svc.api.jmap.RecordRepository;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.ServerSet;
import svc.api.store.Transaction;
import svc.core.engine.Bench;
import svc.testkit.Covers;

/** Methods of a bundle that access the objects of its own type, and types with minimal declarations. */
class OwnMethodsTest {

    private static final String URN = "urn:test:jots";
    private static final String USING = "\"urn:ietf:params:jmap:core\",\"" + URN + "\"";

    @AutoClose
    private final Bench bench = new Bench();

    private final Account ada = bench.account("o1", "ada");

    record Jot(String text, @Default("0") int reads) {}

    /** A capability and its type in one class. */
    static final class Jots implements Capability, ObjectType<Jot> {
        @Override
        public String urn() {
            return URN;
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Jot> recordType() {
            return Jot.class;
        }
    }

    record Arguments(String accountId, String id) {}

    /** A method that runs one action in a transaction. */
    private final class Doing implements MethodHandler<Arguments, Map<String, @Nullable Object>> {
        private final BiFunction<RecordRepository<Jot>, Transaction, String> work;

        Doing(BiFunction<RecordRepository<Jot>, Transaction, String> work) {
            this.work = work;
        }

        @Override
        public String method() {
            return "Jot/do";
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Arguments> argumentsType() {
            return Arguments.class;
        }

        @Override
        public Map<String, @Nullable Object> handle(MethodCall call, Arguments arguments) {
            RecordRepository<Jot> jots = call.records(Jot.class);
            return Map.of(
                    "done",
                    bench.store.write(call.scope(arguments.accountId(), Access.WRITE), tx -> work.apply(jots, tx)));
        }
    }

    private Map<String, @Nullable Object> call(String method, String arguments) {
        return bench.call(ada, USING, method, "{\"accountId\":\"" + ada.id() + "\"," + arguments + "}");
    }

    private Map<String, @Nullable Object> doing(BiFunction<RecordRepository<Jot>, Transaction, String> work) {
        Object key = bench.add(new Doing(work));
        Map<String, @Nullable Object> answer = call("Jot/do", "\"id\":\"\"");
        bench.registry.remove(key);
        return answer;
    }

    @Test
    @Covers(value = "ADM-11", part = "a request under way")
    void endsARequestWhenTheSessionIsRevoked() {
        bench.add(new Jots());
        bench.add(new Doing((jots, tx) -> {
            bench.people.sendAway(ada);
            return "sent away";
        }));
        String call = "[\"Jot/do\",{\"accountId\":\"" + ada.id() + "\",\"id\":\"x\"},\"c\"]";

        assertThat(bench.calls(
                        ada, USING, "[\"Core/echo\",{},\"a\"]," + call + "," + call + ",[\"Core/echo\",{},\"b\"]"))
                .extracting(response -> response.get(0))
                .containsExactly("Core/echo", "Jot/do", "error", "error");
    }

    @Test
    @Covers(value = "OSGI-02", part = "on the engine alone")
    void acceptsAServiceThatIsCapabilityAndType() {
        bench.add(new Jots());
        assertThat(bench.registry.catalogue().refused()).isEmpty();
        assertThat(bench.registry.catalogue().capabilities()).containsKey(URN);
        assertThat(call("Jot/get", "\"ids\":null")).containsEntry("list", List.of());
    }

    @Test
    void logsTheChangesOfACustomMethod() {
        bench.add(new Jots());
        String start = String.valueOf(call("Jot/get", "\"ids\":[]").get("state"));
        String id = String.valueOf(
                doing((jots, tx) -> jots.create(tx, new Jot("a", 0))).get("done"));
        assertThat(Bench.first(call("Jot/get", "\"ids\":null").get("list")))
                .containsEntry("id", id)
                .containsEntry("text", "a");
        doing((jots, tx) -> {
            jots.update(tx, id, new Jot("b", jots.find(tx, id).orElseThrow().reads() + 1));
            return "";
        });
        assertThat(Bench.first(call("Jot/get", "\"ids\":null").get("list")))
                .containsEntry("text", "b")
                .containsEntry("reads", 1);
        String before = String.valueOf(call("Jot/get", "\"ids\":[]").get("state"));
        assertThat(call("Jot/changes", "\"sinceState\":\"" + start + "\"")).containsEntry("created", List.of(id));
        doing((jots, tx) -> {
            jots.all(tx).forEach((each, jot) -> jots.update(tx, each, jot));
            return "";
        });
        assertThat(call("Jot/get", "\"ids\":[]"))
                .as("the same again is no change")
                .containsEntry("state", before);
        doing((jots, tx) -> {
            jots.destroy(tx, id);
            return "";
        });
        assertThat(call("Jot/changes", "\"sinceState\":\"" + before + "\"")).containsEntry("destroyed", List.of(id));
    }

    @Test
    void changingAMissingObjectFailsWithoutSideEffects() {
        bench.add(new Jots());
        String before = String.valueOf(call("Jot/get", "\"ids\":[]").get("state"));
        assertThat(doing((jots, tx) -> {
                    jots.create(tx, new Jot("a", 0));
                    jots.destroy(tx, "jv");
                    return "";
                }))
                .containsEntry("type", "serverFail");
        assertThat(call("Jot/get", "\"ids\":null"))
                .containsEntry("list", List.of())
                .containsEntry("state", before);
    }

    /** A method that replaces a standard method. */
    private record Instead(String method, String says)
            implements MethodHandler<Anything, Map<String, @Nullable Object>> {
        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Anything> argumentsType() {
            return Anything.class;
        }

        @Override
        public Map<String, @Nullable Object> handle(MethodCall call, Anything arguments) {
            call.scope(arguments.accountId(), Access.READ);
            return Map.of("says", says);
        }
    }

    record Anything(String accountId, @Nullable List<String> ids) {}

    @Test
    @Covers("OSGI-02")
    void acceptsAStandardMethodHandlerOfTheBundleOfTheType() {
        bench.local.add("svc.jots", 5, new Jots());
        Object own = bench.add("svc.jots", 5, new Instead("Jot/get", "own"));
        assertThat(bench.registry.catalogue().refused()).isEmpty();
        assertThat(call("Jot/get", "\"ids\":[]")).isEqualTo(Map.of("says", "own"));
        assertThat(call("Jot/query", "\"limit\":1")).as("the other verbs stay").containsEntry("ids", List.of());

        bench.add("svc.jots", 5, new Instead("Jot/get", "second"));
        assertThat(call("Jot/get", "\"ids\":[]")).isEqualTo(Map.of("says", "own"));
        assertThat(bench.registry.catalogue().refused())
                .extracting(Catalogue.Refused::reason)
                .containsExactly("The method Jot/get is already registered by the bundle svc.jots.");

        bench.registry.remove(own);
        assertThat(call("Jot/get", "\"ids\":[]")).isEqualTo(Map.of("says", "second"));
    }

    /** Also when the other bundle's method was registered first: the type gets its own method back. */
    @Test
    @Covers("OSGI-02")
    void rejectsAStandardMethodHandlerOfAnotherBundle() {
        Object stranger = bench.add("svc.stranger", 9, new Instead("Jot/get", "stranger"));
        bench.add("svc.jots", 5, new Jots());
        assertThat(call("Jot/get", "\"ids\":[]")).containsEntry("list", List.of());
        bench.add("svc.jots", 5, new Instead("Jot/get", "own"));
        assertThat(call("Jot/get", "\"ids\":[]")).isEqualTo(Map.of("says", "own"));
        assertThat(bench.registry.catalogue().refused())
                .extracting(Catalogue.Refused::bundle, Catalogue.Refused::reason, Catalogue.Refused::remedy)
                .containsExactly(tuple(
                        "svc.stranger",
                        "The method Jot/get is already registered by the bundle svc.jots.",
                        "Remove one of the two bundles with `svc bundle remove NAME`."));
        bench.registry.remove(stranger);
        assertThat(bench.registry.catalogue().refused()).isEmpty();
        bench.add("svc.stranger", 9, new Instead("Jot/count", "a verb of its own"));
        assertThat(call("Jot/count", "\"ids\":[]")).isEqualTo(Map.of("says", "a verb of its own"));
    }

    record Unset(@ServerSet int count) {}

    record Misfit(@Default("\"many\"") int count) {}

    record NoJson(@Default("plain") String kind) {}

    @Test
    void rejectsAnInvalidTypeWithAReason() {
        for (Class<? extends Record> descriptor : List.of(Unset.class, Misfit.class, NoJson.class)) {
            bench.add(new Shaped(descriptor));
        }
        assertThat(bench.registry.catalogue().refused())
                .extracting(Catalogue.Refused::reason)
                .containsExactly(
                        "Unset.count is server-set and needs a @Default or @Nullable.",
                        "Misfit.count has a @Default that is not a value of its type.",
                        "NoJson.kind has a @Default that is not JSON; a string needs quotes inside the annotation value.");
    }

    /** A type with any record class. */
    @SuppressWarnings({"rawtypes", "unchecked"}) // only its description is read
    private record Shaped(Class<? extends Record> record) implements ObjectType {
        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class recordType() {
            return record;
        }
    }

    @Test
    void changesAnObjectOnceThatIsListedTwice() {
        bench.add(new Jots());
        List<List<@Nullable Object>> responses = bench.calls(ada, USING, """
                ["Jot/set",{"accountId":"%1$s","create":{"k":{"text":"a"}}},"a"],
                ["Jot/set",{"accountId":"%1$s","update":{"#k":{"text":"b"}}},"b"],
                ["Jot/set",{"accountId":"%1$s","destroy":["#k","j1","j1"]},"c"]""".formatted(ada.id()));
        assertThat(Bench.object(Bench.object(responses.get(1).get(1)).get("updated")))
                .containsOnlyKeys("j1");
        assertThat(Bench.object(responses.get(2).get(1))).containsEntry("destroyed", List.of("j1"));
    }
}
