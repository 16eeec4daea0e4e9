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

/**
 * One command in the launcher's own process, for {@code svc.mode=console}. Its request is a map of JDK types: {@code words}
 * (list of texts), {@code cwd} (text), {@code locked} (whether the process holds the home's lock), {@code step} (a consumer
 * that takes the boot steps of a moment; it refuses with an {@link IllegalStateException} of two sentences, parted by a line
 * feed), {@code in}, {@code out}, {@code err} (streams), {@code progress} (a consumer of a map: {@code done} and {@code total}, numbers, and
 * {@code what}, text; how far the command is). The answer is the exit code.
 */
@Component(service = ToIntFunction.class, property = "svc.launcher=command")
public final class ConsoleCommand implements ToIntFunction<Map<String, Object>> {

    private final Operations operations;
    private final Json json;
    private final boolean console;

    /** Runs commands on the operations that are there. */
    @Activate
    public ConsoleCommand(@Reference Operations operations, @Reference Json json, BundleContext context) {
        this(operations, json, "console".equals(context.getProperty("svc.mode")));
    }

    ConsoleCommand(Operations operations, Json json, boolean console) {
        this.operations = operations;
        this.json = json;
        this.console = console;
    }

    @Override
    @SuppressWarnings("unchecked") // The launcher sends exactly this type.
    public int applyAsInt(Map<String, Object> request) {
        Invocation invocation = new Invocation(
                ((List<?>) part(request, "words")).stream().map(String::valueOf).toList(),
                Path.of((String) part(request, "cwd")).toAbsolutePath(),
                (InputStream) part(request, "in"),
                (PrintStream) part(request, "out"),
                (PrintStream) part(request, "err"),
                Actor.console(System.getProperty("user.name", "")),
                progress((Consumer<Map<String, Object>>) part(request, "progress")));
        boolean remote = invocation.words().stream().anyMatch(w -> w.equals("--url") || w.startsWith("--url="));
        return remote
                ? Remote.run(operations, json, invocation)
                : new CommandLine(operations, json, surroundings(request)).run(invocation);
    }

    private static Progress progress(Consumer<Map<String, Object>> shown) {
        return (done, total, what) -> {
            shown.accept(Map.of("done", done, "total", total, "what", Texts.clean(what)));
            return true;
        };
    }

    @SuppressWarnings("unchecked") // The launcher sends exactly this type.
    private Surroundings surroundings(Map<String, Object> request) {
        return console
                ? new ConsoleSurroundings(
                        Boolean.TRUE.equals(part(request, "locked")), (Consumer<String>) part(request, "step"))
                : Surroundings.SERVER;
    }

    private static Object part(Map<String, Object> request, String name) {
        Object part = request.get(name);
        if (part == null) {
            throw new IllegalArgumentException("the launcher sent no " + name);
        }
        return part;
    }
}
