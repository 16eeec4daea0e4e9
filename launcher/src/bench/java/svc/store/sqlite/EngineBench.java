package svc.store.sqlite;

import svc.store.sqlite.sql.Fixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.jmap.Capability;
import svc.api.jmap.type.Default;
import svc.api.jmap.type.Filterable;
import svc.api.jmap.type.Filterable.By;
import svc.api.jmap.JmapLimits;
import svc.api.jmap.type.ObjectType;
import svc.core.engine.LocalEngine;
import svc.json.JacksonJson;
import svc.testkit.InMemoryDirectory;

/**
 * The cost of a request without HTTP and authentication, on SQLite. {@code log} is the number of objects of the
 * account. The requests are always the same, so the cost should not depend on it.
 */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
public class EngineBench {

    private static final String URN = "urn:bench:items";

    /** The objects. */
    public record Item(
            @Filterable({By.VALUE, By.TEXT}) String title, @Filterable @Default("0") int rank, @Default("false") boolean done) {}

    private static final class Items implements Capability, ObjectType<Item> {
        @Override
        public String urn() {
            return URN;
        }

        @Override
        public String name() {
            return "Item";
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Item> recordType() {
            return Item.class;
        }
    }

    /** The number of objects. */
    @Param({"1000", "100000"})
    public int log;

    private Path directory;
    private Fixture fixture;
    private LocalEngine engine;
    private Caller caller;
    private String account;
    private byte[] echo;
    private byte[] batch;
    private byte[] get;
    private byte[] set;
    private byte[] changes;
    private byte[] query;
    private byte[] total;
    private byte[] filtered;

    /** Fills the store through the engine. */
    @Setup(Level.Trial)
    public void fill() throws Exception {
        directory = Files.createTempDirectory(Path.of("target"), "bench");
        fixture = Fixture.in(directory);
        Account owner = new Account(fixture.scope().n(), "example", "alice@example.org", "Alice");
        InMemoryDirectory people = new InMemoryDirectory();
        people.add(owner);
        JmapLimits limits = new JmapLimits(50_000_000, 4, 10_000_000, 8, 64, 500, 500, 5000, 500);
        engine = new LocalEngine(fixture.store(), new JacksonJson(), fixture.clock(), people, limits);
        engine.add("bench", 1, new Items());
        caller = new Caller(owner, "d", Caller.CredentialKind.SESSION, "127.0.0.1");
        account = "\"accountId\":\"" + owner.id() + "\"";
        for (int i = 0; i < log; i += 500) {
            answer(bytes("[\"Item/set\",{" + account + ",\"create\":{" + creates(i) + "}},\"c\"]"));
        }
        String ids = ids(answer(bytes("[\"Item/query\",{" + account + ",\"limit\":500},\"q\"]")));
        long head = fixture.head(fixture.scope(), "Item");
        echo = bytes("[\"Core/echo\",{\"a\":1},\"c\"]");
        batch = bytes(IntStream.range(0, 32)
                .mapToObj(i -> "[\"Item/query\",{" + account + ",\"sort\":[{\"property\":\"rank\"}],\"limit\":10},\"q" + i
                        + "\"],[\"Item/get\",{" + account + ",\"#ids\":{\"resultOf\":\"q" + i
                        + "\",\"name\":\"Item/query\",\"path\":\"/ids\"}},\"g" + i + "\"]")
                .collect(Collectors.joining(",")));
        get = bytes("[\"Item/get\",{" + account + ",\"ids\":[" + ids + "]},\"c\"]");
        set = bytes("[\"Item/set\",{" + account + ",\"create\":{" + creates(0) + "}},\"c\"]");
        changes = bytes("[\"Item/changes\",{" + account + ",\"sinceState\":\"s1-"
                + Long.toString(head - 100, Character.MAX_RADIX) + "\"},\"c\"]");
        query = bytes("[\"Item/query\",{" + account + ",\"sort\":[{\"property\":\"title\"}],\"limit\":50},\"c\"]");
        total = bytes("[\"Item/query\",{" + account
                + ",\"sort\":[{\"property\":\"title\"}],\"limit\":50,\"calculateTotal\":true},\"c\"]");
        filtered = bytes("[\"Item/query\",{" + account
                + ",\"filter\":{\"titleContains\":\"77\"},\"sort\":[{\"property\":\"title\"}],\"limit\":50},\"c\"]");
    }

    private static String creates(int from) {
        return IntStream.range(from, from + 500)
                .mapToObj(i -> "\"k" + i + "\":{\"title\":\"Item number " + (i * 7919L % 1_000_003) + "\",\"rank\":"
                        + i % 1000 + "}")
                .collect(Collectors.joining(","));
    }

    private static String ids(String answer) {
        int start = answer.indexOf("\"ids\":[") + 7;
        return answer.substring(start, answer.indexOf(']', start));
    }

    private static byte[] bytes(String calls) {
        return ("{\"using\":[\"urn:ietf:params:jmap:core\",\"" + URN + "\"],\"methodCalls\":[" + calls + "]}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private String answer(byte[] request) {
        String answer = new String(engine.answer(caller, request), StandardCharsets.UTF_8);
        if (answer.contains("\"error\"") || !answer.contains("methodResponses")) {
            throw new IllegalStateException(answer);
        }
        return answer;
    }

    /** Removes the store. */
    @TearDown(Level.Trial)
    public void empty() throws IOException {
        fixture.close();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    /** Core/echo. */
    @Benchmark
    public byte[] echo() {
        return engine.answer(caller, echo);
    }

    /** The session. */
    @Benchmark
    public byte[] session() {
        return engine.session(caller);
    }

    /** 32 queries, each with a get of its ten objects by reference. */
    @Benchmark
    public byte[] batchOf64() {
        return engine.answer(caller, batch);
    }

    /** 500 objects. */
    @Benchmark
    public byte[] getOf500() {
        return engine.answer(caller, get);
    }

    /** 500 new objects, durable. */
    @Benchmark
    public byte[] setOf500() {
        return engine.answer(caller, set);
    }

    /** The last 100 changes. */
    @Benchmark
    public byte[] changesOf100() {
        return engine.answer(caller, changes);
    }

    /** The first 50 of a sorted query. */
    @Benchmark
    public byte[] querySorted() {
        return engine.answer(caller, query);
    }

    /** The same with the total. */
    @Benchmark
    public byte[] querySortedWithTotal() {
        return engine.answer(caller, total);
    }

    /** A filter without an index: every object is read. */
    @Benchmark
    public byte[] queryFiltered() {
        return engine.answer(caller, filtered);
    }
}
