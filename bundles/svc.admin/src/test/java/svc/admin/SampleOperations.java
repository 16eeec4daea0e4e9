package svc.admin;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.operation.Default;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.api.operation.Secret;

/** Small sample operations like those of the server. */
public final class SampleOperations implements OperationGroup {

    public enum Level {
        INFO,
        VERY_LOUD
    }

    public record Version(
            String version, int migrationsApplied, @Nullable String build) {}

    record Ban(@Positional String ip, @Nullable String note) {}

    record Bans(List<Ban> items, int total) {}

    record Removed(String ip) {}

    public record Raise(
            @Positional Level level,
            @Default("900") int seconds,
            @Nullable String logger) {}

    record Made(String email, long quotaBytes, boolean admin, List<String> domains, Map<String, String> labels) {}

    record Row(String email, int size) {}

    public record Taken(int rows, int size, List<String> values) {}

    /** A group with an operation with every kind of argument and two routes. */
    public static final class RowOperations implements OperationGroup {

        @Operation(
                command = "row take",
                help = "Does row",
                routes = {"POST /rows 201", "PUT /rows/all"})
        public Taken take(List<Row> rows, Map<String, Object> values) {
            return new Taken(
                    rows.size(),
                    rows.stream().mapToInt(Row::size).sum(),
                    values.entrySet().stream()
                            .map(entry -> entry.getKey() + "=" + entry.getValue() + " "
                                    + (entry.getValue() == null
                                            ? "nothing"
                                            : entry.getValue().getClass().getSimpleName()))
                            .toList());
        }
    }

    @Operation(command = "version", help = "Does version", routes = "GET /version")
    public Version version() {
        return new Version("0.40.0", 12, null);
    }

    @Operation(command = "ban list", help = "Does ban", routes = "GET /bans")
    public Bans listBans() {
        return new Bans(List.of(new Ban("::1", null)), 1);
    }

    @Operation(command = "ban remove", help = "Does ban", routes = "DELETE /bans/{ip}")
    public Removed removeBan(Ban ban) {
        if (ban.ip().equals("192.0.2.9")) {
            throw new OperationException(Reason.NOT_FOUND, "192.0.2.9 is not banned. See svc ban list.");
        }
        return new Removed(ban.ip());
    }

    @Operation(command = "ban clear", help = "Does ban", routes = "DELETE /bans")
    public Removed clearBans() {
        return new Removed("all");
    }

    @Operation(command = "queue flush", help = "Does queue", routes = "POST /queue/flush")
    public Removed flushQueue() {
        return new Removed("flushed");
    }

    @Operation(command = "queue show", help = "Does queue", routes = "GET /queue/{ip}")
    public Removed showQueue(Ban ban) {
        return new Removed(ban.ip());
    }

    @Operation(command = "logs level", help = "Does logs", routes = "PUT /logs/level")
    public Raise logLevel(Raise raise) {
        return raise;
    }

    @Operation(command = "account create", help = "Does account", routes = "POST /accounts")
    public Made createAccount(
            String email,
            @Secret String password,
            long quotaBytes,
            boolean admin,
            List<String> domains,
            Map<String, String> labels) {
        return new Made(email, quotaBytes, admin, domains, labels);
    }

    @Operation(command = "break", help = "Does break", routes = "GET /break")
    public Removed fail() {
        throw new IllegalStateException("inside: hunter2");
    }
}
