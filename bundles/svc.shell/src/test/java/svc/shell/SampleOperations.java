package svc.shell;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Positional;
import svc.api.operation.Secret;

/** Small sample operations like those of the server. */
final class SampleOperations implements OperationGroup {

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

    record Place(String file) {}

    record Finding(
            String check,
            String status,
            String detail,
            @Nullable String remedy) {}

    @Operation(command = "version", help = "Does version", routes = "GET /version")
    public Version version() {
        return new Version("0.40.0", 12, Map.of("core", 7));
    }

    @Operation(command = "ban list", help = "Does ban list", routes = "GET /bans")
    public Bans listBans() {
        return new Bans(List.of(new Ban("::1", null), new Ban("192.0.2.1", "evil\u001b[2J")), 2);
    }

    @Operation(command = "ban remove", help = "Does ban remove", routes = "DELETE /bans/{ip}")
    public Removed removeBan(Ban ban) {
        if (ban.ip().equals("192.0.2.9")) {
            throw new OperationException(Reason.NOT_FOUND, "192.0.2.9 is not banned. Look at the bans there are.");
        }
        if (ban.ip().equals("nowhere")) {
            throw new OperationException(
                    Reason.INVALID,
                    "nowhere is no address.",
                    List.of(new OperationException.FieldError("ip", "nowhere is no address.")));
        }
        return new Removed(ban.ip());
    }

    @Operation(command = "logs level", help = "Does logs level", routes = "PUT /logs/level")
    public Raise logLevel(Raise raise) {
        return raise;
    }

    @Operation(command = "account create", help = "Does account create", routes = "POST /accounts")
    public Made createAccount(Account a) {
        return new Made(a.email(), a.password().length(), a.quotaBytes(), a.admin(), a.domains(), a.labels());
    }

    @Operation(command = "file show", help = "Does file show", needs = Needs.HOME)
    public Place showFile(@Positional Path file) {
        return new Place(file.toString());
    }

    @Operation(command = "file keep", help = "Does file keep", needs = Needs.STORE)
    public Place keepFile(@Positional Path file) {
        return new Place(file.toString());
    }

    @Operation(command = "doctor", help = "Does doctor ", needs = Needs.FILES)
    public OperationResult<List<Finding>> doctor() {
        return new OperationResult<>(
                List.of(new Finding("a", "ok", "fine", null), new Finding("b", "fail", "broken", "repair it")), 2, "");
    }

    @Operation(command = "break", help = "Does break ", routes = "GET /break")
    public Removed fail() {
        throw new IllegalStateException("inside: hunter2");
    }
}
