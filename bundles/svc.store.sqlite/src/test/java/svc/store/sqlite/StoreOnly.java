package svc.store.sqlite;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import svc.api.engine.ScopeKey;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.State;
import svc.api.store.StoreProblem;
import svc.testkit.SetClock;

/**
 * Starts the store alone, without a framework, and writes until it is killed. Each acknowledged write is a line: the
 * writer, the object, the state afterwards.
 *
 * <p>Arguments: the database file, a seed, how many writers, how large an object may be.
 */
final class StoreOnly {

    private final SqliteStore store;
    private final SetClock clock;
    private final PrintStream out;
    private final int largest;

    private StoreOnly(SqliteStore store, SetClock clock, PrintStream out, int largest) {
        this.store = store;
        this.clock = clock;
        this.out = out;
        this.largest = largest;
    }

    /** Runs for good. */
    public static void main(String[] arguments) throws InterruptedException {
        Path file = Path.of(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        int writers = Integer.parseInt(arguments[2]);
        SetClock clock = new SetClock();
        SqliteStore store =
                new SqliteStore(file, clock, new WalWatch(new Connections(file).log(), 1 << 20, Duration.ofSeconds(5)));
        StoreOnly only = new StoreOnly(
                store,
                clock,
                new PrintStream(System.out, true, StandardCharsets.UTF_8),
                Integer.parseInt(arguments[3]));
        for (int i = 0; i < writers; i++) {
            Random random = new Random(seed + i);
            Scope scope = only.account("writer" + i);
            Thread thread = new Thread(() -> only.write(scope, random));
            thread.start();
        }
        Thread.currentThread().join();
    }

    private Scope account(String name) {
        return Scope.account(
                new ScopeKey(),
                store.write(
                        Scope.system(), tx -> tx.account("example", name).orElseGet(() -> tx.enrol("example", name))));
    }

    private void write(Scope scope, Random random) {
        while (true) {
            try {
                say(random.nextInt(20) == 0 ? purge(scope) : create(scope, random));
            } catch (StoreProblem problem) {
                say("refused " + problem.kind());
            }
        }
    }

    /** When nobody listens any more, the test has gone without killing this process. */
    private synchronized void say(String line) {
        out.println(line);
        if (out.checkError()) {
            Runtime.getRuntime().halt(1);
        }
    }

    /** A new object, an older one destroyed, and a row each in the table of bodies: all of it or nothing. */
    private String create(Scope scope, Random random) {
        return store.write(scope, tx -> {
            long n = tx.created("Foo", Facets.ALL);
            tx.put(
                    "Foo",
                    n,
                    ("body " + n + " " + "x".repeat(random.nextInt(largest))).getBytes(StandardCharsets.UTF_8));
            List<Long> old = tx.scan("Foo", 0, 50).stream()
                    .map(body -> body.n())
                    .filter(m -> m < n)
                    .toList();
            if (old.size() > 40) {
                tx.destroyed("Foo", old.get(0));
                tx.remove("Foo", List.of(old.get(0)));
            }
            State state = tx.state("Foo");
            return "ack " + scope.n() + " " + n + " " + state.sequence();
        });
    }

    private String purge(Scope scope) {
        clock.move(Duration.ofMinutes(1));
        return store.write(scope, tx -> {
            tx.purge("Foo", clock.now().minus(Duration.ofMinutes(5)));
            return "purged " + scope.n() + " " + tx.floor("Foo").orElse(0);
        });
    }
}
