package svc.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.audit.Act;
import svc.api.audit.Act.Outcome;
import svc.api.audit.Act.Target;
import svc.api.audit.Actor;
import svc.api.audit.Audit;
import svc.api.json.Json;
import svc.api.operation.AdminOperation;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Positional;
import svc.api.operation.Secret;
import svc.api.store.Transaction;
import svc.json.JacksonJson;
import svc.testkit.Covers;

class TrailTest {

    private static final String CANARY = "canary-1f9";
    private static final Actor ACTOR = Actor.adminToken("192.0.2.7");

    private final Json json = new JacksonJson();
    private final OperationRegistry registry = new OperationRegistry(json, id -> "bundle" + id);
    private final List<Act> acts = new ArrayList<>();

    record Given(
            @Positional String id,
            @Secret @Nullable String password,
            @Nullable String plan,
            boolean hard,
            List<String> domains,
            Map<String, String> labels,
            Map<String, Object> overrides,
            List<Row> rows) {}

    record Row(@Nullable String email, @Nullable String password) {}

    record Changed(String id, @Nullable String tenantId) {}

    @BeforeEach
    void keep() {
        registry.keepIn(new Audit() {
            @Override
            public void record(Transaction tx, Act act) {
                throw new UnsupportedOperationException("nobody here has a transaction");
            }

            @Override
            public void record(Act act) {
                acts.add(act);
            }
        });
    }

    private void add(AdminOperation<?, ?> operation) {
        registry.add(operation, Map.of("service.bundleid", 1L));
    }

    private void run(String noun, String verb, Map<String, Object> arguments) {
        registry.run(registry.find(noun, verb).orElseThrow(), arguments, ACTOR);
    }

    @Test
    void whatChangesLeavesAnEntryAndWhatLooksLeavesNone() {
        SampleOperations.all().forEach(this::add);
        add(SampleOperations.at("ban cook", "", "", svc.api.operation.NoArguments.class, none -> none));
        add(SampleOperations.at("tea list", "", "", svc.api.operation.NoArguments.class, none -> none));
        run("version", "", Map.of());
        run("ban", "list", Map.of());
        run("queue", "show", Map.of("ip", "::1"));
        run("tea", "list", Map.of());
        assertThat(acts).isEmpty();
        run("ban", "remove", Map.of("ip", "::1"));
        run("queue", "flush", Map.of());
        run("ban", "cook", Map.of());
        assertThat(acts).extracting(Act::action).containsExactly("ban.remove", "queue.flush", "ban.cook");
        assertThat(acts).allMatch(act -> act.actor().equals(ACTOR) && act.outcome() == Outcome.DONE);
        assertThat(acts.get(0).target()).contains(new Target("ban", "::1"));
    }

    @Test
    @Covers(value = "AUTH-11", part = "the entries of administrative acts")
    void argumentsAreToldWithoutWhatIsOrMayHideASecret() {
        add(SampleOperations.at("account update", "", "", Given.class, g -> new Changed("a1", "t2")));
        Map<String, Object> arguments = new HashMap<>();
        arguments.put("id", "ann@example.org");
        arguments.put("password", CANARY);
        arguments.put("plan", "standard");
        arguments.put("hard", true);
        arguments.put("domains", List.of("example.org", "example.com"));
        arguments.put("labels", Map.of("colour", CANARY));
        arguments.put("overrides", Map.of("svc.thing", false));
        arguments.put("rows", List.of(Map.of("email", "b@example.org", "password", CANARY)));
        run("account", "update", arguments);
        assertThat(acts)
                .containsExactly(new Act(
                        ACTOR,
                        "account.update",
                        2,
                        Optional.of(new Target("account", "a1")),
                        Outcome.DONE,
                        Map.of(
                                "id", "ann@example.org",
                                "plan", "standard",
                                "hard", "true",
                                "domains", "example.org, example.com",
                                "labels", "colour",
                                "overrides", "svc.thing=false",
                                "rows", "1 records")));
    }

    @Test
    void aRefusalLeavesItsReasonAndNothingThatWasMiswritten() {
        add(SampleOperations.at("tenant update", "", "", Given.class, given -> {
            throw new OperationProblem(Reason.CONFLICT, "No.");
        }));
        assertThatThrownBy(() -> run("tenant", "update", Map.of("id", "t3"))).isInstanceOf(OperationProblem.class);
        assertThatThrownBy(() -> run("tenant", "update", Map.of("id", CANARY, "pasword", CANARY)))
                .isInstanceOf(OperationProblem.class);
        assertThat(acts)
                .containsExactly(
                        new Act(
                                ACTOR,
                                "tenant.update",
                                3,
                                Optional.of(new Target("tenant", "t3")),
                                Outcome.REFUSED,
                                Map.of("reason", "conflict")),
                        new Act(
                                ACTOR,
                                "tenant.update",
                                0,
                                Optional.empty(),
                                Outcome.REFUSED,
                                Map.of("reason", "invalid")));
    }

    @Test
    void anAuditThatFailsChangesNothingForTheOperation() {
        registry.keepIn(new Audit() {
            @Override
            public void record(Transaction tx, Act act) {
                throw new IllegalStateException("gone");
            }

            @Override
            public void record(Act act) {
                throw new IllegalStateException("gone");
            }
        });
        SampleOperations.all().forEach(this::add);
        run("ban", "clear", Map.of());
    }
}
