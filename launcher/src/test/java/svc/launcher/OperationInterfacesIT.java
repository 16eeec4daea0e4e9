package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.OperationExamples.Example;
import svc.testkit.Covers;

/**
 * Every operation of a running server, through every interface: the same JSON and the same effect. The server lists its
 * operations, so an operation without an example fails by its name.
 */
@Covers({"OSGI-04", "ADM-37"})
final class OperationInterfacesIT {

    /** Operations whose result contains the time or values that grow. */
    private static final Set<String> VARYING = Set.of("backup plan", "stats", "status", "logs summary");

    /** Operations whose effect no other operation shows; {@link #aLogLevelIsRaisedByEveryFront} checks the log. */
    private static final Set<String> UNSEEN = Set.of(
            "logs level",
            "backup drill",
            "backup init",
            "backup confirm-key",
            "backup prune",
            "backup record-drill",
            "backup restore-account",
            "backup run",
            "bundle update",
            "job cancel",
            "job retry",
            "blobs collect",
            "blobs reindex",
            "blobs rotate-key",
            "blobs rotate-master-key",
            "blobs scrub",
            "blobs unpack",
            "imap close",
            "mail export",
            "mail repair",
            "principal repair",
            "share repair",
            "queue flush",
            "queue hold",
            "queue release",
            "queue release-restored",
            "queue resume",
            "queue retry",
            "telemetry new-id");

    private static final AtomicInteger SUBJECTS = new AtomicInteger();

    @TempDir
    private static Path dir;

    private static EmptyDns dns;
    private static RunningServer server;
    private static OperationExamples examples;
    private static List<String> locks;

    @BeforeAll
    static void start() throws IOException {
        dns = new EmptyDns();
        String[] resolver = dns.settings();
        server = SvcCommand.svc()
                .start(
                        dir.resolve("home"),
                        resolver[0],
                        resolver[1],
                        resolver[2],
                        resolver[3],
                        "--set",
                        BackupOperationExamples.backupTarget(dir),
                        "--set",
                        "tenants.plans=[\"standard\",\"small quota_bytes=1000 accounts=2 capabilities=urn:example:none\"]")
                .ready();
        locks = FileLocks.ofDatabase(server).lines();
        assertThat(locks).isNotEmpty();
        BackupOperationExamples.createRepository(server, dir);
        Path tables = dir.resolve("ledger.jar");
        LedgerBundle.recipe().writeTo(tables);
        try (Stream<Path> jars = Files.list(SvcCommand.DISTRIBUTION.resolve("examples"))) {
            examples = new OperationExamples(jars.findFirst().orElseThrow(), tables);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        dns.close();
    }

    @Test
    @Covers(value = "GEN-07", open = "the spam corpus")
    void everyOperationHasItsExample() {
        Set<String> told = new TreeSet<>(examples.all().keySet());
        told.addAll(OperationExamples.LEFT_OUT.keySet());
        assertThat(OfferedOperation.all(server))
                .extracting(OfferedOperation::command)
                .containsExactlyInAnyOrderElementsOf(told);
    }

    @TestFactory
    @Covers(
            value = {"GEN-07", "CLI-01"},
            open = "the spam corpus")
    @Covers("STO-01")
    Stream<DynamicTest> everyFrontGivesTheSameAndDoesTheSame() {
        return OfferedOperation.all(server).stream()
                .filter(operation -> !OperationExamples.LEFT_OUT.containsKey(operation.command()))
                .map(operation -> DynamicTest.dynamicTest(operation.command(), () -> {
                    Example example = Objects.requireNonNull(
                            examples.all().get(operation.command()), "Give an example of " + operation.command());
                    if (operation.changes()) {
                        assertThat(example.seen().isEmpty())
                                .as("where its effect is seen")
                                .isEqualTo(UNSEEN.contains(operation.command()));
                        changesAlike(operation, example);
                    } else {
                        readsAlike(operation, example);
                    }
                    assertThat(FileLocks.ofDatabase(server).lines())
                            .as("the locks on the database")
                            .isEqualTo(locks);
                }));
    }

    private static List<OperationInterface> fronts(OfferedOperation operation) {
        return operation.routes().isEmpty()
                ? List.of(OperationInterface.COMMAND, OperationInterface.GOGO)
                : List.of(OperationInterface.values());
    }

    private static OperationSubject subject() {
        return new OperationSubject(server, SUBJECTS.incrementAndGet());
    }

    private static void readsAlike(OfferedOperation operation, Example example) {
        OperationSubject subject = subject();
        example.before().accept(subject);
        JsonNode given = example.given(subject);
        quiet();
        JsonNode first = OperationInterface.COMMAND.run(server, operation, given);
        assertThat(first.path("type").asText()).as(first.toString()).doesNotStartWith("urn:svc:problem:");
        for (OperationInterface front : fronts(operation)) {
            if (VARYING.contains(operation.command())) {
                // A health round can log a failure between two calls.
                server.await(
                        front.name() + " gives the same result",
                        () -> subject.alike(front.run(server, operation, given))
                                .equals(subject.alike(OperationInterface.COMMAND.run(server, operation, given))));
            } else {
                assertThat(front.run(server, operation, given)).as(front.name()).isEqualTo(first);
            }
        }
    }

    private static void changesAlike(OfferedOperation operation, Example example) {
        Map<OperationInterface, List<JsonNode>> effects = new EnumMap<>(OperationInterface.class);
        Map<OperationInterface, JsonNode> answers = new EnumMap<>(OperationInterface.class);
        Map<OperationInterface, JsonNode> traces = new EnumMap<>(OperationInterface.class);
        for (OperationInterface front : fronts(operation)) {
            OperationSubject subject = subject();
            example.before().accept(subject);
            JsonNode given = example.given(subject);
            List<JsonNode> before = seen(subject, example);
            String last = audited(1).path(0).path("id").asText();
            JsonNode told = front.run(server, operation, given);
            // It may have a job that removes the account from the audit log.
            quiet();
            // Only REST knows the number of records of a batch before it is read.
            String entries = traces(last).toString().replaceAll("\"\\d+ records\"", "\"records\"");
            traces.put(front, subject.alike(OperationInterface.json(entries)));
            if (!told.isMissingNode()) {
                answers.put(front, subject.alike(told));
            }
            List<JsonNode> after = seen(subject, example);
            if (!example.seen().isEmpty()) {
                assertThat(after)
                        .as(front + " has an effect; its result is " + told)
                        .isNotEqualTo(before);
            }
            effects.put(front, after);
        }
        assertThat(Set.copyOf(answers.values())).as(answers.toString()).hasSize(1);
        assertThat(Set.copyOf(effects.values())).as(effects.toString()).hasSize(1);
        assertThat(traces.values()).as("what the audit has of it").allMatch(entries -> !entries.isEmpty());
        assertThat(Set.copyOf(traces.values())).as(traces.toString()).hasSize(1);
    }

    /** Returns the audit entries after an entry, without actor and address, which differ, and without random values. */
    private static ArrayNode traces(String last) {
        ArrayNode traces = JsonNodeFactory.instance.arrayNode();
        for (JsonNode entry : audited(20)) {
            if (entry.path("id").asText().equals(last)) {
                return traces;
            }
            if (!entry.path("actor").path("kind").asText().equals("system")) {
                traces.add(((ObjectNode) entry).without(List.of("actor", "address", "at", "tenant")));
            }
        }
        throw new AssertionError("More than twenty entries since " + last);
    }

    private static JsonNode audited(int entries) {
        return OperationInterface.json(server.command("", "audit", "list", "--limit", entries + "", "--json")
                        .out())
                .path("items");
    }

    private static List<JsonNode> seen(OperationSubject subject, Example example) {
        quiet();
        return example.seen().stream().map(subject::look).toList();
    }

    /** Waits for the end of background work. */
    private static void quiet() {
        server.await("quiet", () -> {
            String jobs = server.command("", "job", "list", "--json").out();
            return !jobs.contains("\"queued\"") && !jobs.contains("\"running\"");
        });
    }

    @TestFactory
    @Covers(value = "GEN-07", open = "the spam corpus")
    Stream<DynamicTest> everyFrontRefusesWithTheSameProblem() {
        return OfferedOperation.all(server).stream()
                .filter(operation -> operation.arguments().stream()
                        .anyMatch(a -> a.required() && !a.kind().equals("file")))
                .filter(operation -> !operation.command().equals("mail check")) // which accepts any address
                .map(operation -> DynamicTest.dynamicTest(operation.command(), () -> {
                    ObjectNode given = JsonNodeFactory.instance.objectNode();
                    operation.arguments().stream()
                            .filter(OfferedOperation.Argument::required)
                            .forEach(argument -> given.put(argument.name(), "nobody's@here.test"));
                    Map<OperationInterface, JsonNode> answers = fronts(operation).stream()
                            .collect(Collectors.toMap(front -> front, front -> front.run(server, operation, given)));
                    assertThat(answers.values().stream().map(OperationInterfacesIT::withoutRemedy))
                            .as(answers.toString())
                            .containsOnly(
                                    withoutRemedy(answers.values().iterator().next()));
                    assertThat(answers.values().iterator().next().path("reason").asText())
                            .isIn("invalid", "not-found", "unknown-key");
                }));
    }

    /** Returns a problem without the remedy: REST names routes, and the command line names commands. */
    private static JsonNode withoutRemedy(JsonNode problem) {
        ObjectNode copy = problem.deepCopy();
        copy.put("detail", problem.path("detail").asText().replaceFirst("(?<=[.]) .*", ""));
        return copy;
    }

    @Test
    @Covers("ADM-06")
    void aLogLevelIsRaisedByEveryFront() {
        OfferedOperation operation = named("logs level");
        JsonNode given = OperationInterface.json("{\"level\":\"debug\",\"logger\":\"http\",\"seconds\":1}");
        for (OperationInterface front : OperationInterface.values()) {
            int told = server.err().length();
            front.run(server, operation, given);
            server.await("a debug line after " + front, () -> {
                server.get(server.url() + "/no/such/path");
                return server.err().substring(told).contains("DEBUG");
            });
            assertThat(server.err().substring(told))
                    .as("what is logged while Gogo runs a command is in the log")
                    .contains("The log level of svc.http is debug");
            server.await("back", () -> server.err().substring(told).contains("goes back"));
        }
    }

    @Test
    @Covers("ADM-06")
    void messagesOfTheHttpLibraryAreLoggedAtDebugLevel() {
        JsonNode given =
                OperationInterface.json("{\"level\":\"debug\",\"logger\":\"org.eclipse.jetty.server\",\"seconds\":1}");
        OperationInterface.COMMAND.run(server, named("logs level"), given);
        int told = server.err().length();
        server.await("a line of Jetty", () -> {
            server.get(server.url() + "/no/such/path");
            return server.err().substring(told).contains("DEBUG o.e.jetty.server.");
        });
        server.await("back", () -> server.err().substring(told).contains("goes back"));
    }

    @Test
    @Covers("ADM-08")
    void aBatchThatIsLongerThanAFrameArrivesWhole() {
        OfferedOperation operation = named("account batch");
        String row = "{\"email\":\"nonsense\",\"name\":\"" + "x".repeat(1000) + "\"}";
        JsonNode given =
                OperationInterface.json("{\"accounts\":[" + String.join(",", Collections.nCopies(400, row)) + "]}");
        for (OperationInterface front : OperationInterface.values()) {
            assertThat(front.run(server, operation, given).path("results"))
                    .as(front.name())
                    .hasSize(400);
        }
    }

    private static OfferedOperation named(String command) {
        return OfferedOperation.all(server).stream()
                .filter(one -> one.command().equals(command))
                .findFirst()
                .orElseThrow();
    }
}
