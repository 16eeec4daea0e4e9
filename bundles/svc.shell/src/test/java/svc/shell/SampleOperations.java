package svc.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.operation.AdminOperation;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.NoArguments;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Positional;
import svc.api.operation.Route;
import svc.api.operation.Secret;

/** Operations such as the server has, in little. */
record SampleOperation<A extends Record, R>(
        String noun,
        String verb,
        List<Route> routes,
        Class<A> arguments,
        boolean offline,
        boolean lockFree,
        Function<A, R> work)
        implements AdminOperation<A, R> {

    enum Level {
        INFO,
        VERY_LOUD
    }

    record Version(String version, int migrationsApplied, Map<String, Integer> schema) {}

    record Ban(
            @Help("the address") @Positional String ip,
            @Nullable String note) {}

    record Bans(List<Ban> items, int total) {}

    record Removed(String ip) {}

    record Raise(
            @Positional Level level,
            @Default("900") int seconds,
            @Nullable String logger) {}

    record Account(
            @Positional String email,
            @Secret String password,
            long quotaBytes,
            boolean admin,
            List<String> domains,
            Map<String, String> labels) {}

    record Made(
            String email,
            int passwordLength,
            long quotaBytes,
            boolean admin,
            List<String> domains,
            Map<String, String> labels) {}

    record File(@Positional Path file) {}

    record Place(String file) {}

    record Finding(
            String check,
            String status,
            String detail,
            @Nullable String remedy) {}

    @Override
    public String help() {
        return "Does " + noun + " " + verb;
    }

    @Override
    public R run(A given) {
        return work.apply(given);
    }

    @Override
    public boolean needsStore() {
        return verb.equals("keep");
    }

    @Override
    public int exit(R result) {
        return noun.equals("doctor") ? 2 : 0;
    }

    static <A extends Record, R> SampleOperation<A, R> of(
            String command, String method, String path, Class<A> arguments, Function<A, R> work) {
        String[] words = command.split(" ", -1);
        return new SampleOperation<>(
                words[0],
                words.length > 1 ? words[1] : "",
                path.isEmpty() ? List.of() : List.of(new Route(method, path)),
                arguments,
                words[0].equals("file"),
                words[0].equals("doctor"),
                work);
    }

    static List<AdminOperation<?, ?>> all() {
        return List.of(
                of("version", "GET", "/version", NoArguments.class, n -> new Version("0.30.0", 12, Map.of("core", 7))),
                of(
                        "ban list",
                        "GET",
                        "/bans",
                        NoArguments.class,
                        n -> new Bans(List.of(new Ban("::1", null), new Ban("192.0.2.1", "evil\u001b[2J")), 2)),
                of("ban remove", "DELETE", "/bans/{ip}", Ban.class, SampleOperation::remove),
                of("logs level", "PUT", "/logs/level", Raise.class, r -> r),
                of(
                        "account create",
                        "POST",
                        "/accounts",
                        Account.class,
                        a -> new Made(
                                a.email(), a.password().length(), a.quotaBytes(), a.admin(), a.domains(), a.labels())),
                of("file show", "", "", File.class, f -> new Place(f.file().toString())),
                of("file keep", "", "", File.class, f -> new Place(f.file().toString())),
                of(
                        "doctor",
                        "",
                        "",
                        NoArguments.class,
                        n -> List.of(
                                new Finding("a", "ok", "fine", null), new Finding("b", "fail", "broken", "repair it"))),
                of("break", "GET", "/break", NoArguments.class, n -> {
                    throw new IllegalStateException("inside: hunter2");
                }));
    }

    private static Removed remove(Ban ban) {
        if (ban.ip().equals("192.0.2.9")) {
            throw new OperationProblem(Reason.NOT_FOUND, "192.0.2.9 is not banned. See svc ban list.");
        }
        if (ban.ip().equals("nowhere")) {
            throw new OperationProblem(
                    Reason.INVALID,
                    "nowhere is no address.",
                    List.of(new OperationProblem.FieldError("ip", "nowhere is no address.")));
        }
        return new Removed(ban.ip());
    }
}
