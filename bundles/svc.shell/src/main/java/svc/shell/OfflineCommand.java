package svc.shell;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.audit.Actor;
import svc.api.json.Json;
import svc.api.operation.Operations;
import svc.api.operation.Progress;
import svc.shell.command.CommandEnvironment;
import svc.shell.command.CommandInvocation;
import svc.shell.command.CommandLine;
import svc.shell.command.ResultFormatter;
import svc.shell.socket.RemoteCommandLine;

/**
 * Runs one command in the process of the launcher, for {@code svc.mode=console}. The request is a map of JDK types:
 * {@code words} (list of strings), {@code cwd} (string), {@code locked} (whether the process holds the lock of the
 * home), {@code step} (a consumer that runs the boot steps of a phase; if a step fails, it throws an
 * {@link IllegalStateException} whose message has two sentences, separated by a line feed), {@code in}, {@code out},
 * {@code err} (streams), {@code progress} (a consumer of a map with the numbers {@code done} and {@code total} and the
 * string {@code what}). The result is the exit code.
 */
@Component(service = ToIntFunction.class, property = "svc.launcher=command")
public final class OfflineCommand implements ToIntFunction<Map<String, Object>> {

    private final Operations operations;
    private final Json json;
    private final boolean console;

    @Activate
    public OfflineCommand(@Reference Operations operations, @Reference Json json, BundleContext context) {
        this(operations, json, "console".equals(context.getProperty("svc.mode")));
    }

    OfflineCommand(Operations operations, Json json, boolean console) {
        this.operations = operations;
        this.json = json;
        this.console = console;
    }

    @Override
    @SuppressWarnings("unchecked") // The launcher passes exactly this type.
    public int applyAsInt(Map<String, Object> request) {
        CommandInvocation invocation = new CommandInvocation(
                ((List<?>) part(request, "words")).stream().map(String::valueOf).toList(),
                Path.of((String) part(request, "cwd")).toAbsolutePath(),
                (InputStream) part(request, "in"),
                (PrintStream) part(request, "out"),
                (PrintStream) part(request, "err"),
                Actor.console(System.getProperty("user.name", "")),
                progress((Consumer<Map<String, Object>>) part(request, "progress")));
        boolean remote = invocation.words().stream().anyMatch(w -> w.equals("--url") || w.startsWith("--url="));
        return remote
                ? RemoteCommandLine.run(operations, json, invocation)
                : new CommandLine(operations, json, environment(request)).run(invocation);
    }

    private static Progress progress(Consumer<Map<String, Object>> shown) {
        return (done, total, what) -> {
            shown.accept(Map.of("done", done, "total", total, "what", ResultFormatter.clean(what)));
            return true;
        };
    }

    @SuppressWarnings("unchecked") // The launcher sends exactly this type.
    private CommandEnvironment environment(Map<String, Object> request) {
        return console
                ? new OfflineEnvironment(
                        Boolean.TRUE.equals(part(request, "locked")), (Consumer<String>) part(request, "step"))
                : CommandEnvironment.SERVER;
    }

    private static Object part(Map<String, Object> request, String name) {
        Object part = request.get(name);
        if (part == null) {
            throw new IllegalArgumentException("the launcher sent no " + name);
        }
        return part;
    }
}
