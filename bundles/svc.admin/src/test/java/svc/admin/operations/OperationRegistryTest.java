package svc.admin.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.admin.SampleOperations;
import svc.admin.SampleOperations.Version;
import svc.api.audit.Actor;
import svc.api.health.Finding.Status;
import svc.api.json.Json;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Outcome;
import svc.api.operation.Operations.Parameter;
import svc.json.JacksonJson;
import svc.testkit.Covers;

@SuppressWarnings({"EffectivelyPrivate", "UnusedMethod"}) // the registry calls operations by reflection
class OperationRegistryTest {

    private final Json json = new JacksonJson();
    private final OperationRegistry registry = OperationRegistry.of(json, id -> "bundle" + id);

    private void add(OperationGroup group, long bundle) {
        registry.add(group, Map.of("service.bundleid", bundle));
    }

    private Outcome run(String noun, String verb, Map<String, Object> arguments) {
        return registry.run(registry.find(noun, verb).orElseThrow(), arguments, Actor.SYSTEM);
    }

    private OperationException refusal(String noun, String verb, Map<String, Object> arguments) {
        return catchThrowableOfType(OperationException.class, () -> run(noun, verb, arguments));
    }

    @Test
    void anOperationRunsAndItsResultIsPlainValuesInSnakeCase() {
        add(new SampleOperations(), 1);
        assertThat(run("version", "", Map.of()).value())
                .isEqualTo(Map.of("version", "0.40.0", "migrations_applied", 12));
    }

    @Test
    void declarationsAreSortedAndTellTheArguments() {
        add(new SampleOperations(), 1);
        assertThat(registry.declarations())
                .extracting(d -> d.noun() + " " + d.verb())
                .containsExactly(
                        "account create",
                        "ban clear",
                        "ban list",
                        "ban remove",
                        "break ",
                        "logs level",
                        "queue flush",
                        "queue show",
                        "version ");
        List<Parameter> account =
                registry.find("account", "create").orElseThrow().parameters();
        assertThat(account)
                .extracting(Parameter::name)
                .containsExactly("email", "password", "quota_bytes", "admin", "domains", "labels");
        assertThat(account)
                .extracting(Parameter::flag)
                .containsExactly("email", "password", "quota-bytes", "admin", "domain", "labels");
        assertThat(account).extracting(Parameter::required).containsExactly(true, true, true, false, false, false);
        assertThat(account)
                .extracting(Parameter::kind)
                .containsExactly(Kind.TEXT, Kind.TEXT, Kind.NUMBER, Kind.BOOLEAN, Kind.LIST, Kind.MAP);
        Parameter level =
                registry.find("logs", "level").orElseThrow().parameters().get(0);
        assertThat(level.choices()).containsExactly("info", "very-loud");
    }

    @Test
    void recordsComeAsJsonAndValuesAsWhatTheyAre() {
        add(new SampleOperations.RowOperations(), 1);
        Map<String, Object> values = new java.util.LinkedHashMap<>();
        values.put("a", 5);
        values.put("b", null);
        values.put("c", "text");

        assertThat(run(
                                "row",
                                "take",
                                Map.of(
                                        "rows",
                                        "[{\"email\":\"a\",\"size\":3},{\"email\":\"b\",\"size\":4}]",
                                        "values",
                                        values))
                        .value())
                .isEqualTo(Map.of(
                        "rows", 2, "size", 7, "values", List.of("a=5 Integer", "b=null nothing", "c=text String")));
        assertThat(run("row", "take", Map.of("rows", List.of(Map.of("email", "a", "size", 3))))
                        .value())
                .isEqualTo(Map.of("rows", 1, "size", 3, "values", List.of()));
        for (Object wrong : List.of("no json", "{}", List.of("text"), List.of(Map.of("email", "a", "more", 1)))) {
            assertThatThrownBy(() -> run("row", "take", Map.of("rows", wrong)))
                    .as(wrong.toString())
                    .isInstanceOfSatisfying(
                            OperationException.class,
                            problem ->
                                    assertThat(problem.errors().get(0).field()).isEqualTo("rows"));
        }
    }

    @Test
    void argumentsAreTextsOrTheirTypes() {
        add(new SampleOperations(), 1);
        Map<String, Object> typed = Map.of(
                "email",
                "a@b",
                "password",
                "p",
                "quota_bytes",
                5L,
                "admin",
                true,
                "domains",
                List.of("x", "y"),
                "labels",
                Map.of("k", "v"));
        Map<String, Object> texts = Map.of(
                "email",
                "a@b",
                "password",
                "p",
                "quota_bytes",
                "5",
                "admin",
                "true",
                "domains",
                List.of("x", "y"),
                "labels",
                Map.of("k", "v"));
        assertThat(run("account", "create", texts).value())
                .isEqualTo(run("account", "create", typed).value())
                .asString()
                .contains("quota_bytes=5, admin=true, domains=[x, y], labels={k=v}");
        assertThat(run("logs", "level", Map.of("level", "very-loud")).value())
                .isEqualTo(Map.of("level", "very-loud", "seconds", 900));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "seconds | x | must be a whole number",
                "seconds | 1.5 | must be a whole number",
                "seconds | 99999999999 | must be between -2147483648 and 2147483647",
                "level | loud | must be one of info, very-loud",
                "secnds | 5 | is unknown; did you mean seconds?",
                "frobnicate | 5 | is unknown; known are level, seconds, logger",
            })
    void aWrongArgumentIsNamedWithWhatItMustBe(String name, String value, String why) {
        add(new SampleOperations(), 1);
        Map<String, Object> given = new java.util.LinkedHashMap<>(Map.of("level", "info"));
        given.put(name, value);
        OperationException problem = refusal("logs", "level", given);
        assertThat(problem.reason()).isEqualTo(Reason.INVALID);
        assertThat(problem.errors()).containsExactly(new FieldError(name, why));
        assertThat(problem.detail()).isEqualTo(name + " " + why + ".");
    }

    @Test
    void allDeclarationErrorsAreReportedTogether() {
        add(new SampleOperations(), 1);
        OperationException problem = refusal("account", "create", Map.of("quota_bytes", true, "colour", "red"));
        assertThat(problem.errors())
                .extracting(FieldError::field)
                .containsExactly("colour", "email", "password", "quota_bytes");
        assertThat(problem.errors().get(1).reason()).isEqualTo("is missing");
    }

    @Test
    void aDefectIsAnInternalProblemThatTellsNothingOfTheInside() {
        add(new SampleOperations(), 1);
        OperationException problem = refusal("break", "", Map.of());
        assertThat(problem.reason()).isEqualTo(Reason.INTERNAL);
        assertThat(problem.detail()).doesNotContain("hunter2").contains("log");
    }

    @Test
    void classesThatHaveGoneAreADefectAndNotTheEndOfTheThread() {
        add(
                new OperationGroup() {
                    @Operation(command = "gone", help = "fail to load a class")
                    public Version gone() {
                        throw new NoClassDefFoundError("svc/gone");
                    }
                },
                1);
        assertThat(refusal("gone", "", Map.of()).reason()).isEqualTo(Reason.INTERNAL);
    }

    @Test
    @Covers(value = "OSGI-02", part = "conflicts of operations")
    void ofTwoOperationsWithOneCommandTheFirstStaysUntilItGoes() throws Exception {
        OperationGroup first = new XOperations("first");
        OperationGroup second = new XOperations("second");
        add(first, 1);
        add(second, 2);
        assertThat(run("x", "do", Map.of()).value()).asString().contains("first");
        OperationsHealthCheck check = new OperationsHealthCheck(registry);
        assertThat(check.run()).singleElement().satisfies(finding -> {
            assertThat(finding.status()).isEqualTo(Status.WARN);
            assertThat(finding.detail()).contains("bundle2", "svc x do", "bundle1");
            assertThat(finding.remedy()).isPresent();
        });
        registry.remove(first);
        assertThat(run("x", "do", Map.of()).value()).asString().contains("second");
        assertThat(check.run()).singleElement().extracting(f -> f.status()).isEqualTo(Status.OK);
    }

    @Test
    void ofTwoOperationsWithOneRouteTheFirstStays() {
        add(
                new OperationGroup() {
                    @Operation(command = "a", help = "show a thing", routes = "GET /things/{id}")
                    public Thing show(String id) {
                        return new Thing(id);
                    }
                },
                1);
        add(
                new OperationGroup() {
                    @Operation(command = "b", help = "show a thing", routes = "GET /things/{ip}")
                    public Thing show(String ip) {
                        return new Thing(ip);
                    }
                },
                2);
        assertThat(registry.find("b", "")).isEmpty();
        assertThat(registry.refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.what()).contains("GET /admin/v1/things/{}"));
    }

    record Thing(String id) {}

    /** An operation of two bundles. */
    static final class XOperations implements OperationGroup {

        private final String bundle;

        XOperations(String bundle) {
            this.bundle = bundle;
        }

        @Operation(command = "x do", help = "name the bundle")
        public Version run() {
            return new Version(bundle, 1, null);
        }
    }

    @Test
    void rejectsAnInvalidDeclaration() {
        add(new InvalidOperations(), 1);
        assertThat(registry.declarations()).isEmpty();
        assertThat(registry.refusals())
                .hasSize(11)
                .allSatisfy(refusal -> assertThat(refusal.what()).contains("is not offered: "));
    }

    @Test
    void removalWaitsForRunningCallsAndRejectsNewOnes() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        OperationGroup slow = new OperationGroup() {
            @Operation(command = "slow", help = "wait")
            public Version run() {
                entered.countDown();
                await(leave);
                return new Version("done", 1, null);
            }
        };
        add(slow, 1);
        Declaration declaration = registry.find("slow", "").orElseThrow();
        AtomicReference<@Nullable Object> answer = new AtomicReference<>();
        Thread caller = new Thread(() ->
                answer.set(registry.run(declaration, Map.of(), Actor.SYSTEM).value()));
        caller.start();
        await(entered);
        Thread remover = new Thread(() -> {
            try {
                registry.remove(slow);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        remover.start();
        while (registry.find("slow", "").isPresent()) {
            Thread.onSpinWait();
        }
        assertThat(remover.isAlive()).isTrue();
        assertThat(catchThrowableOfType(
                                OperationException.class, () -> registry.run(declaration, Map.of(), Actor.SYSTEM))
                        .reason())
                .isEqualTo(Reason.NOT_FOUND);
        leave.countDown();
        remover.join(5_000);
        caller.join(5_000);
        assertThat(remover.isAlive()).isFalse();
        assertThat(answer.get()).asString().contains("done");
    }

    private static void await(CountDownLatch marker) {
        try {
            assertThat(marker.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void nothingOfAnOperationStaysWhenItHasGone() throws Exception {
        WeakReference<Object> operation = comeAndGo();
        for (int i = 0; i < 100 && operation.get() != null; i++) {
            System.gc();
        }
        assertThat(operation.get()).isNull();
    }

    private WeakReference<Object> comeAndGo() throws InterruptedException {
        OperationGroup operation = new XOperations("any");
        add(operation, 1);
        run("x", "do", Map.of());
        registry.remove(operation);
        return new WeakReference<>(operation);
    }
}
