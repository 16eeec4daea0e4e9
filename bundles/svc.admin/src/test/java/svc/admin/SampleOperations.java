package svc.admin;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.NoArguments;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Positional;
import svc.api.operation.Route;
import svc.api.operation.Secret;

/** Operations such as the server has, in little. */
final class SampleOperations {

    private SampleOperations() {}

    enum Level {
        INFO,
        VERY_LOUD
    }

    record Version(
            String version, int migrationsApplied, @Nullable String build) {}

    record Ban(@Positional String ip, @Nullable String note) {}

    record Bans(List<Ban> items, int total) {}

    record Removed(String ip) {}

    record Raise(
            @Positional Level level,
            @Default("900") int seconds,
            @Nullable String logger) {}

    record Account(
            String email,
            @Secret String password,
            long quotaBytes,
            boolean admin,
            List<String> domains,
            Map<String, String> labels) {}

    record Made(String email, long quotaBytes, boolean admin, List<String> domains, Map<String, String> labels) {}

    record Row(String email, int size) {}

    record Rows(List<Row> rows, Map<String, Object> values) {}

    record Taken(int rows, int size, List<String> values) {}

    /** Takes all that a front can bring, at two routes. */
    static Sample<Rows, Taken> rows() {
        return new Sample<>(
                "row",
                "take",
                List.of(new Route("POST", "/rows", 201), new Route("PUT", "/rows/all")),
                Rows.class,
                given -> new Taken(
                        given.rows().size(),
                        given.rows().stream().mapToInt(Row::size).sum(),
                        given.values().entrySet().stream()
                                .map(entry -> entry.getKey() + "=" + entry.getValue() + " "
                                        + (entry.getValue() == null
                                                ? "nothing"
                                                : entry.getValue().getClass().getSimpleName()))
                                .toList()));
    }

    /** An operation from its parts. */
    record Sample<A extends Record, R>(
            String noun, String verb, List<Route> routes, Class<A> arguments, Function<A, R> work)
            implements AdminOperation<A, R> {
        @Override
        public String help() {
            return "Does " + noun;
        }

        @Override
        public R run(A given) {
            return work.apply(given);
        }
    }

    static <A extends Record, R> Sample<A, R> at(
            String command, String method, String path, Class<A> arguments, Function<A, R> work) {
        String[] words = command.split(" ", -1);
        return new Sample<>(
                words[0],
                words.length > 1 ? words[1] : "",
                path.isEmpty() ? List.of() : List.of(new Route(method, path)),
                arguments,
                work);
    }

    static Sample<NoArguments, Version> version() {
        return at("version", "GET", "/version", NoArguments.class, none -> new Version("0.30.0", 12, null));
    }

    static List<AdminOperation<?, ?>> all() {
        return List.of(
                version(),
                at("ban list", "GET", "/bans", NoArguments.class, n -> new Bans(List.of(new Ban("::1", null)), 1)),
                at("ban remove", "DELETE", "/bans/{ip}", Ban.class, SampleOperations::remove),
                at("ban clear", "DELETE", "/bans", NoArguments.class, n -> new Removed("all")),
                at("queue flush", "POST", "/queue/flush", NoArguments.class, n -> new Removed("flushed")),
                at("queue show", "GET", "/queue/{ip}", Ban.class, b -> new Removed(b.ip())),
                at("logs level", "PUT", "/logs/level", Raise.class, r -> r),
                at(
                        "account create",
                        "POST",
                        "/accounts",
                        Account.class,
                        a -> new Made(a.email(), a.quotaBytes(), a.admin(), a.domains(), a.labels())),
                at("break", "GET", "/break", NoArguments.class, n -> {
                    throw new IllegalStateException("inside: hunter2");
                }));
    }

    private static Removed remove(Ban ban) {
        if (ban.ip().equals("192.0.2.9")) {
            throw new OperationProblem(Reason.NOT_FOUND, "192.0.2.9 is not banned. See svc ban list.");
        }
        return new Removed(ban.ip());
    }
}
