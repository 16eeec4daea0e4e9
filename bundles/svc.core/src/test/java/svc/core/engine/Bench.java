package svc.core.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.jmap.JmapLimits;
import svc.api.json.Json;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.core.dispatch.RequestErrors;
import svc.core.registry.ContributionRegistry;
import svc.json.JacksonJson;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.InMemoryDirectory;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** An engine for tests with a few accounts on a store in a temporary folder. */
public final class Bench implements AutoCloseable {

    static final JmapLimits LIMITS = new JmapLimits(50_000_000, 4, 10_000_000, 8, 64, 500, 500, 5000, 500);

    public final SettableWallClock clock = new SettableWallClock();
    public final Store store;
    private final SqliteStore opened;
    private final Path folder;
    public final Json json = new JacksonJson();
    public final InMemoryDirectory people = new InMemoryDirectory();
    public final LocalEngine local;
    public final ContributionRegistry registry;
    public final Engine engine;
    private final Json.Binding binding = json.binding(Json.Names.EXACT);

    public Bench() {
        try {
            folder = Files.createTempDirectory("svc-core-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        opened = new SqliteStore(new MigratedDatabase(MigratedDatabaseFixture.in(folder, SqliteStore.class)), clock);
        store = opened;
        local = new LocalEngine(store, json, clock, people, LIMITS);
        registry = local.registry();
        engine = local.engine();
    }

    @Override
    public void close() {
        opened.close();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Registers a service. Returns the key for its removal. */
    public Object add(Object service) {
        return add("svc.test", 1, service);
    }

    public Object add(String bundle, long bundleId, Object service) {
        return local.add(bundle, bundleId, service).get(0);
    }

    public Account account(String organization, String name) {
        long n = store.write(Scope.system(), tx -> tx.createAccount(organization, name));
        Account account = new Account(n, organization, name + "@" + organization, name);
        people.add(account);
        return account;
    }

    public static Caller caller(Account account) {
        return new Caller(account, "d1", Caller.CredentialKind.SESSION, "127.0.0.1");
    }

    /** Sends a request. Returns the response, or the problem details if it is rejected. */
    public Map<String, @Nullable Object> send(Account account, String body) {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            engine.run(engine.ready(caller(account), body.getBytes(StandardCharsets.UTF_8)), out);
            return object(binding.read(out.toString(StandardCharsets.UTF_8)));
        } catch (RequestErrors problem) {
            return problem.members();
        }
    }

    /** Sends calls that use these URNs. Returns the responses, each a list of name, arguments and id. */
    public List<List<@Nullable Object>> calls(Account account, String using, String calls) {
        Map<String, @Nullable Object> answer =
                send(account, "{\"using\":[" + using + "],\"methodCalls\":[" + calls + "]}");
        List<List<@Nullable Object>> responses = new ArrayList<>();
        if (answer.get("methodResponses") instanceof List<?> list) {
            list.forEach(one -> responses.add(new ArrayList<>((List<?>) one)));
            return responses;
        }
        throw new AssertionError(String.valueOf(answer));
    }

    /** Sends one call. Returns the arguments of its response. */
    public Map<String, @Nullable Object> call(Account account, String using, String method, String arguments) {
        return object(calls(account, using, "[\"" + method + "\"," + arguments + ",\"c\"]")
                .get(0)
                .get(1));
    }

    public static Map<String, @Nullable Object> object(@Nullable Object value) {
        Map<String, @Nullable Object> object = new java.util.LinkedHashMap<>();
        ((Map<?, ?>) java.util.Objects.requireNonNull(value))
                .forEach((key, member) -> object.put((String) key, member));
        return object;
    }

    /** Returns the first object of a list. */
    public static Map<String, @Nullable Object> first(@Nullable Object list) {
        return object(((List<?>) java.util.Objects.requireNonNull(list)).get(0));
    }

    /** Returns the name of a response and the type of its error. */
    public static String errorOf(List<@Nullable Object> response) {
        return response.get(0) + " " + Bench.object(response.get(1)).get("type");
    }
}
