package svc.admin.operations;

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
import svc.admin.SampleOperations;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditEvent.Outcome;
import svc.api.audit.AuditEvent.Target;
import svc.api.audit.AuditLog;
import svc.api.json.Json;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.api.operation.Secret;
import svc.api.store.Transaction;
import svc.json.JacksonJson;
import svc.testkit.Covers;

class AuditEventBuilderTest {

    private static final String CANARY = "canary-1f9";
    private static final Actor ACTOR = Actor.adminToken("192.0.2.7");

    private final Json json = new JacksonJson();
    private final OperationRegistry registry = OperationRegistry.of(json, id -> "bundle" + id);
    private final List<AuditEvent> acts = new ArrayList<>();

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

    /** Operations without routes. */
    static final class OtherOperations implements OperationGroup {

        @Operation(command = "ban cook", help = "change something")
        public Changed cook() {
            return new Changed("", null);
        }

        @Operation(command = "tea list", help = "list something")
        public List<Changed> list() {
            return List.of();
        }

        @Operation(command = "account update", help = "change an account")
        public Changed updateAccount(Given given) {
            return new Changed("a1", "t2");
        }

        @Operation(command = "tenant update", help = "reject a change without a plan")
        public Changed updateTenant(Given given) {
            if (given.plan() == null) {
                throw new OperationException(Reason.CONFLICT, "No.");
            }
            return new Changed(given.id(), given.id());
        }
    }

    @BeforeEach
    void keep() {
        registry.keepIn(new AuditLog() {
            @Override
            public void record(Transaction tx, AuditEvent act) {
                throw new UnsupportedOperationException("nobody here has a transaction");
            }

            @Override
            public void record(AuditEvent act) {
                acts.add(act);
            }
        });
    }

    private void add(OperationGroup group) {
        registry.add(group, Map.of("service.bundleid", 1L));
    }

    private void run(String noun, String verb, Map<String, Object> arguments) {
        registry.run(registry.find(noun, verb).orElseThrow(), arguments, ACTOR);
    }

    @Test
    void changesAreLoggedAndReadsAreNot() {
        add(new SampleOperations());
        add(new OtherOperations());
        run("version", "", Map.of());
        run("ban", "list", Map.of());
        run("queue", "show", Map.of("ip", "::1"));
        run("tea", "list", Map.of());
        assertThat(acts).isEmpty();
        run("ban", "remove", Map.of("ip", "::1"));
        run("queue", "flush", Map.of());
        run("ban", "cook", Map.of());
        assertThat(acts).extracting(AuditEvent::action).containsExactly("ban.remove", "queue.flush", "ban.cook");
        assertThat(acts).allMatch(act -> act.actor().equals(ACTOR) && act.outcome() == Outcome.DONE);
        assertThat(acts.get(0).target()).contains(new Target("ban", "::1"));
    }

    @Test
    @Covers(value = "AUTH-11", part = "the entries of administrative acts")
    void entriesOmitSecretArguments() {
        add(new OtherOperations());
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
                .containsExactly(new AuditEvent(
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
        add(new OtherOperations());
        assertThatThrownBy(() -> run("tenant", "update", Map.of("id", "t3"))).isInstanceOf(OperationException.class);
        assertThatThrownBy(() -> run("tenant", "update", Map.of("id", CANARY, "pasword", CANARY)))
                .isInstanceOf(OperationException.class);
        assertThat(acts)
                .containsExactly(
                        new AuditEvent(
                                ACTOR,
                                "tenant.update",
                                3,
                                Optional.of(new Target("tenant", "t3")),
                                Outcome.REFUSED,
                                Map.of("reason", "conflict")),
                        new AuditEvent(
                                ACTOR,
                                "tenant.update",
                                0,
                                Optional.empty(),
                                Outcome.REFUSED,
                                Map.of("reason", "invalid")));
    }

    @Test
    void anAuditThatFailsChangesNothingForTheOperation() {
        registry.keepIn(new AuditLog() {
            @Override
            public void record(Transaction tx, AuditEvent act) {
                throw new IllegalStateException("gone");
            }

            @Override
            public void record(AuditEvent act) {
                throw new IllegalStateException("gone");
            }
        });
        add(new SampleOperations());
        run("ban", "clear", Map.of());
    }
}
