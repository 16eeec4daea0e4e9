package svc.store.sqlite.sql;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import svc.api.engine.ScopeKey;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.snapshot.WalCheckpointer;
import svc.testkit.SettableWallClock;

/**
 * Starts the store without a framework, and writes until the process is killed. Each write prints two lines:
 * {@code try} with the account and all changes before the commit, and {@code ack} with the account after the
 * acknowledgement. A full stop ends each line, so that an incomplete line is recognized.
 *
 * <p>Arguments: the database file, a seed, the number of writers, the largest size of an object, and the minutes by
 * which the clock is ahead.
 */
final class StoreWriterProcess {

    private static final String TYPE = "Foo";

    private final SqliteStore store;
    private final SettableWallClock clock;
    private final PrintStream out;
    private final int largest;

    private StoreWriterProcess(SqliteStore store, SettableWallClock clock, PrintStream out, int largest) {
        this.store = store;
        this.clock = clock;
        this.out = out;
        this.largest = largest;
    }

    /** Runs until the process is killed. */
    public static void main(String[] arguments) throws InterruptedException {
        Path file = Path.of(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        int writers = Integer.parseInt(arguments[2]);
        SettableWallClock clock = new SettableWallClock();
        clock.move(Duration.ofMinutes(Long.parseLong(arguments[4])));
        SqliteStore store = SqliteStore.of(
                file, clock, new WalCheckpointer(new Connections(file).log(), 1 << 20, Duration.ofSeconds(5)));
        StoreWriterProcess only = new StoreWriterProcess(
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
                        Scope.system(),
                        tx -> tx.findAccount("example", name).orElseGet(() -> tx.createAccount("example", name))));
    }

    private void write(Scope scope, Random random) {
        Deque<Long> dead = new ArrayDeque<>();
        while (true) {
            try {
                if (random.nextInt(20) == 0) {
                    say(purge(scope));
                } else {
                    change(scope, random, dead);
                    say("ack " + scope.n());
                }
            } catch (StoreException problem) {
                say("refused " + scope.n() + " " + problem.kind());
            }
        }
    }

    /** Ends this process when its output is closed, because the test has ended without killing it. */
    private synchronized void say(String line) {
        out.println(line + " .");
        if (out.checkError()) {
            Runtime.getRuntime().halt(1);
        }
    }

    /**
     * Creates or recreates an object, updates another one, destroys an older one, and writes their bodies, all in one
     * write.
     */
    private void change(Scope scope, Random random, Deque<Long> dead) {
        List<Long> ended = store.write(scope, tx -> {
            StringBuilder said = new StringBuilder("try " + scope.n());
            List<Long> old = tx.scan(TYPE, 0, 50).stream().map(body -> body.n()).toList();
            put(tx, born(tx, random, dead, said), random);
            if (!old.isEmpty()) {
                long n = old.get(random.nextInt(old.size()));
                Facets facets = new Facets(1 + random.nextInt(15));
                tx.logUpdated(TYPE, n, facets);
                put(tx, n, random);
                event(said, tx, n, true, facets);
            }
            List<Long> ends = old.size() > 40 ? List.of(old.get(random.nextInt(old.size()))) : List.of();
            for (long n : ends) {
                tx.logDestroyed(TYPE, n);
                event(said, tx, n, false, Facets.ALL);
            }
            tx.remove(TYPE, ends);
            say(said.toString());
            return ends;
        });
        dead.addAll(ended);
    }

    private static long born(Transaction tx, Random random, Deque<Long> dead, StringBuilder said) {
        Long returning = random.nextInt(4) == 0 ? dead.poll() : null;
        long n = returning == null ? tx.logCreated(TYPE, Facets.ALL) : returning;
        if (returning != null) {
            tx.logRecreated(TYPE, n);
        }
        event(said, tx, n, true, Facets.ALL);
        return n;
    }

    private static void event(StringBuilder said, Transaction tx, long n, boolean alive, Facets facets) {
        said.append(' ').append(n).append(':').append(tx.state(TYPE).sequence());
        said.append(':').append(alive).append(':').append(facets.bits());
    }

    private void put(Transaction tx, long n, Random random) {
        String body = "body " + n + " " + "x".repeat(random.nextInt(largest));
        tx.put(TYPE, n, body.getBytes(StandardCharsets.UTF_8));
    }

    private String purge(Scope scope) {
        clock.move(Duration.ofMinutes(1));
        return store.write(scope, tx -> {
            tx.purgeChanges(TYPE, clock.now().minus(Duration.ofMinutes(5)));
            return "purged " + scope.n() + " " + tx.floor(TYPE).orElse(0);
        });
    }
}
