package svc.shell;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Function;
import org.apache.felix.service.command.Process;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.audit.Actor;
import svc.api.json.Json;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.operation.Operations;
import svc.shell.command.CommandEnvironment;
import svc.shell.command.CommandInvocation;
import svc.shell.command.CommandLine;

/**
 * Registers the operations as Gogo commands such as {@code svc:bundle list}: one function per noun, while the noun has
 * at least one operation. Thread-safe.
 */
@Component(
        service = {},
        immediate = true)
public final class GogoCommands {

    /**
     * The nouns that are also commands of Felix. In the console, {@code stop} stops a bundle and must not stop the
     * server.
     */
    private static final Set<String> OF_THE_FRAMEWORK = Set.of("stop");

    private final CommandLine commandLine;
    private final BundleContext context;
    private final Object changing = new Object();
    private final Map<String, Integer> nouns = new HashMap<>();
    private final Map<String, ServiceRegistration<Function>> functions = new HashMap<>();

    /** Registers {@code svc:help}. The nouns are registered with their operations. */
    @Activate
    public GogoCommands(@Reference Operations operations, @Reference Json json, BundleContext context) {
        this.commandLine = new CommandLine(operations, json, CommandEnvironment.SERVER);
        this.context = context;
        functions.put("help", register("help"));
    }

    @Reference(name = "group", cardinality = MULTIPLE, policy = DYNAMIC, unbind = "remove")
    void add(OperationGroup group) {
        nouns(group).forEach(this::addNoun);
    }

    void remove(OperationGroup group) {
        nouns(group).forEach(this::removeNoun);
    }

    private static Set<String> nouns(OperationGroup group) {
        return Arrays.stream(group.getClass().getMethods())
                .map(method -> method.getAnnotation(Operation.class))
                .filter(Objects::nonNull)
                .map(operation -> operation.command().split(" ", 2)[0])
                .collect(Collectors.toSet());
    }

    private void addNoun(String noun) {
        synchronized (changing) {
            if (nouns.merge(noun, 1, Integer::sum) == 1 && !OF_THE_FRAMEWORK.contains(noun)) {
                functions.put(noun, register(noun));
            }
        }
    }

    private void removeNoun(String noun) {
        synchronized (changing) {
            if (nouns.merge(noun, -1, Integer::sum) == 0) {
                nouns.remove(noun);
                Optional.ofNullable(functions.remove(noun)).ifPresent(ServiceRegistration::unregister);
            }
        }
    }

    @Deactivate
    public void stop() {
        synchronized (changing) {
            functions.values().forEach(ServiceRegistration::unregister);
            functions.clear();
        }
    }

    private ServiceRegistration<Function> register(String noun) {
        Function function = (session, arguments) -> run(noun, session, arguments);
        return context.registerService(
                Function.class,
                function,
                FrameworkUtil.asDictionary(
                        Map.of(CommandProcessor.COMMAND_SCOPE, "svc", CommandProcessor.COMMAND_FUNCTION, noun)));
    }

    /** Runs a command. Returns null, because Gogo prints returned values. */
    private @org.jspecify.annotations.Nullable Object run(String noun, CommandSession session, List<Object> arguments) {
        List<String> words = new ArrayList<>(List.of(noun));
        arguments.forEach(argument -> words.add(String.valueOf(argument)));
        Process process = Process.Utils.current();
        PrintStream out = process == null ? session.getConsole() : process.out();
        PrintStream err = process == null ? session.getConsole() : process.err();
        Path directory = session.currentDir() == null ? Path.of("/") : session.currentDir();
        // A command reads only what is piped or redirected to it, because the session itself has no input.
        InputStream in = process == null ? InputStream.nullInputStream() : process.in();
        int exit = commandLine.run(new CommandInvocation(words, directory, in, out, err, Actor.console("")));
        if (process != null) {
            process.error(exit);
        }
        return null;
    }
}
