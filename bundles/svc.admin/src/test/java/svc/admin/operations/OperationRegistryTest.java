package svc.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static svc.admin.SampleOperations.at;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.admin.SampleOperations.Raise;
import svc.admin.SampleOperations.Sample;
import svc.admin.SampleOperations.Version;
import svc.api.audit.Actor;
import svc.api.health.Finding.Status;
import svc.api.json.Json;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.NoArguments;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Outcome;
import svc.api.operation.Operations.Parameter;
import svc.api.operation.Positional;
import svc.api.operation.Secret;
import svc.json.JacksonJson;
import svc.testkit.Covers;

class OperationRegistryTest {

    private final Json json = new JacksonJson();
    private final OperationRegistry registry = new OperationRegistry(json, id -> "bundle" + id);

    private void add(AdminOperation<?, ?> operation, long bundle) {
        registry.add(operation, Map.of("service.bundleid", bundle));
    }

    private Outcome run(String noun, String verb, Map<String, Object> arguments) {
        return registry.run(registry.find(noun, verb).orElseThrow(), arguments, Actor.SYSTEM);
    }

    private OperationProblem refusal(String noun, String verb, Map<String, Object> arguments) {
        return catchThrowableOfType(OperationProblem.class, () -> run(noun, verb, arguments));
    }

    @Test
    void anOperationRunsAndItsResultIsPlainValuesInSnakeCase() {
        add(SampleOperations.version(), 1);
        assertThat(run("version", "", Map.of()).value())
                .isEqualTo(Map.of("version", "0.30.0", "migrations_applied", 12));
    }

    @Test
    void declarationsAreSortedAndTellTheArguments() {
        SampleOperations.all().forEach(operation -> add(operation, 1));
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
                .containsExactly(Kind.TEXT, Kind.TEXT, Kind.NUMBER, Kind.TRUTH, Kind.LIST, Kind.MAP);
        Parameter level =
                registry.find("logs", "level").orElseThrow().parameters().get(0);
        assertThat(level.choices()).containsExactly("info", "very-loud");
    }

    @Test
    void recordsComeAsJsonAndValuesAsWhatTheyAre() {
        add(SampleOperations.rows(), 1);
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
                            OperationProblem.class,
                            problem ->
                                    assertThat(problem.errors().get(0).field()).isEqualTo("rows"));
        }
    }

    @Test
    void argumentsAreTextsOrTheirTypes() {
        SampleOperations.all().forEach(operation -> add(operation, 1));
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
        SampleOperations.all().forEach(operation -> add(operation, 1));
        Map<String, Object> given = new java.util.LinkedHashMap<>(Map.of("level", "info"));
        given.put(name, value);
        OperationProblem problem = refusal("logs", "level", given);
        assertThat(problem.reason()).isEqualTo(Reason.INVALID);
        assertThat(problem.errors()).containsExactly(new FieldError(name, why));
        assertThat(problem.detail()).isEqualTo(name + " " + why + ".");
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() {
        SampleOperations.all().forEach(operation -> add(operation, 1));
        OperationProblem problem = refusal("account", "create", Map.of("quota_bytes", true, "colour", "red"));
        assertThat(problem.errors())
                .extracting(FieldError::field)
                .containsExactly("colour", "email", "password", "quota_bytes");
        assertThat(problem.errors().get(1).reason()).isEqualTo("is missing");
    }

    @Test
    void aDefectIsAnInternalProblemThatTellsNothingOfTheInside() {
        SampleOperations.all().forEach(operation -> add(operation, 1));
        OperationProblem problem = refusal("break", "", Map.of());
        assertThat(problem.reason()).isEqualTo(Reason.INTERNAL);
        assertThat(problem.detail()).doesNotContain("hunter2").contains("log");
    }

    @Test
    void classesThatHaveGoneAreADefectAndNotTheEndOfTheThread() {
        add(
                at("gone", "", "", NoArguments.class, n -> {
                    throw new NoClassDefFoundError("svc/gone");
                }),
                1);
        assertThat(refusal("gone", "", Map.of()).reason()).isEqualTo(Reason.INTERNAL);
    }

    @Test
    @Covers(value = "OSGI-02", part = "conflicts of operations")
    void ofTwoOperationsWithOneCommandTheFirstStaysUntilItGoes() throws Exception {
        Sample<?, ?> first = at("x do", "", "", NoArguments.class, n -> new Version("first", 1, null));
        Sample<?, ?> second = at("x do", "", "", NoArguments.class, n -> new Version("second", 1, null));
        add(first, 1);
        add(second, 2);
        assertThat(run("x", "do", Map.of()).value()).asString().contains("first");
        OperationsCheck check = new OperationsCheck(registry);
        assertThat(check.examine()).singleElement().satisfies(finding -> {
            assertThat(finding.status()).isEqualTo(Status.WARN);
            assertThat(finding.detail()).contains("bundle2", "svc x do", "bundle1");
            assertThat(finding.remedy()).isPresent();
        });
        registry.remove(first);
        assertThat(run("x", "do", Map.of()).value()).asString().contains("second");
        assertThat(check.examine()).singleElement().extracting(f -> f.status()).isEqualTo(Status.OK);
    }

    @Test
    void ofTwoOperationsWithOneRouteTheFirstStays() {
        add(at("a", "GET", "/things/{id}", OneId.class, n -> n), 1);
        add(at("b", "GET", "/things/{ip}", OneIp.class, n -> n), 2);
        assertThat(registry.find("b", "")).isEmpty();
        assertThat(registry.refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.what()).contains("GET /admin/v1/things/{}"));
    }

    record OneId(String id) {}

    record OneIp(String ip) {}

    record SecretWord(@Positional @Secret String password) {}

    record BadDefault(@Default("x") int number) {}

    record Odd(double d) {}

    record Taken(String url) {}

    record SecretInUrl(@Secret String password) {}

    record NeededFile(Path file) {}

    private static final class UnlockedStore implements AdminOperation<NoArguments, NoArguments> {

        @Override
        public String noun() {
            return "i";
        }

        @Override
        public String help() {
            return "write without a lock";
        }

        @Override
        public Class<NoArguments> arguments() {
            return NoArguments.class;
        }

        @Override
        public NoArguments run(NoArguments none) {
            return none;
        }

        @Override
        public boolean needsStore() {
            return true;
        }

        @Override
        public boolean lockFree() {
            return true;
        }
    }

    @Test
    void aDeclarationThatNoFrontCouldOfferIsRefused() {
        add(at("Upper", "", "", NoArguments.class, n -> n), 1);
        add(at("help", "", "", NoArguments.class, n -> n), 1);
        add(at("a", "", "", SecretWord.class, n -> n), 1);
        add(at("b", "", "", BadDefault.class, n -> n), 1);
        add(at("c", "", "", Odd.class, n -> n), 1);
        add(at("d", "", "", Taken.class, n -> n), 1);
        add(at("e", "GET", "/e", SecretInUrl.class, n -> n), 1);
        add(at("f", "POST", "/f", NeededFile.class, n -> n), 1);
        add(at("g", "GET", "/g/{name}", NoArguments.class, n -> n), 1);
        add(at("h", "PATCH", "/h", NoArguments.class, n -> n), 1);
        add(new UnlockedStore(), 1);
        assertThat(registry.declarations()).isEmpty();
        assertThat(registry.refusals())
                .hasSize(11)
                .allSatisfy(refusal -> assertThat(refusal.what()).contains("is not offered: "));
    }

    @Test
    void whoGoesWaitsForItsCallsInFlightAndNoCallBeginsAfterwards() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Sample<?, ?> slow = at("slow", "", "", NoArguments.class, n -> {
            entered.countDown();
            await(leave);
            return new Version("done", 1, null);
        });
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
        assertThat(catchThrowableOfType(OperationProblem.class, () -> registry.run(declaration, Map.of(), Actor.SYSTEM))
                        .reason())
                .isEqualTo(Reason.NOT_FOUND);
        leave.countDown();
        remover.join(5_000);
        caller.join(5_000);
        assertThat(remover.isAlive()).isFalse();
        assertThat(answer.get()).asString().contains("done");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
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
        byte[] weight = new byte[10];
        Sample<Raise, Raise> operation =
                at("x", "", "", Raise.class, r -> weight.length > 0 ? r : new Raise(r.level(), 0, null));
        add(operation, 1);
        run("x", "", Map.of("level", "info"));
        registry.remove(operation);
        return new WeakReference<>(operation);
    }
}
