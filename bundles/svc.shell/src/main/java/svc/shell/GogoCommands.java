package svc.shell;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.audit.Actor;
import svc.api.json.Json;
import svc.api.operation.AdminOperation;
import svc.api.operation.Operations;

/** The operations as Gogo commands: {@code svc:bundle list}, one function per noun, there as long as an operation of it is. */
@Component(
        service = {},
        immediate = true)
public final class GogoCommands {

    private final CommandLine commandLine;
    private final BundleContext context;
    private final Object changing = new Object();
    private final Map<String, Integer> nouns = new HashMap<>();
    private final Map<String, ServiceRegistration<Function>> functions = new HashMap<>();

    /** Offers {@code svc:help} at once and the nouns as they come. */
    @Activate
    public GogoCommands(@Reference Operations operations, @Reference Json json, BundleContext context) {
        this.commandLine = new CommandLine(operations, json, Surroundings.SERVER);
        this.context = context;
        functions.put("help", register("help"));
    }

    @Reference(
            name = "operation",
            service = AdminOperation.class,
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            unbind = "remove")
    void add(AdminOperation<?, ?> operation) {
        synchronized (changing) {
            if (nouns.merge(operation.noun(), 1, Integer::sum) == 1) {
                functions.put(operation.noun(), register(operation.noun()));
            }
        }
    }

    void remove(AdminOperation<?, ?> operation) {
        synchronized (changing) {
            ServiceRegistration<Function> last = null;
            if (nouns.merge(operation.noun(), -1, Integer::sum) == 0) {
                nouns.remove(operation.noun());
                last = functions.remove(operation.noun());
            }
            if (last != null) {
                last.unregister();
            }
        }
    }

    /** Takes all commands away. */
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

    /** Nothing is returned: Gogo would print it as well. */
    private @org.jspecify.annotations.Nullable Object run(String noun, CommandSession session, List<Object> arguments) {
        List<String> words = new ArrayList<>(List.of(noun));
        arguments.forEach(argument -> words.add(String.valueOf(argument)));
        Process process = Process.Utils.current();
        PrintStream out = process == null ? session.getConsole() : process.out();
        PrintStream err = process == null ? session.getConsole() : process.err();
        Path directory = session.currentDir() == null ? Path.of("/") : session.currentDir();
        // What is piped or redirected into the command; the session's own input is empty.
        InputStream in = process == null ? InputStream.nullInputStream() : process.in();
        int exit = commandLine.run(new Invocation(words, directory, in, out, err, Actor.console("")));
        if (process != null) {
            process.error(exit);
        }
        return null;
    }
}
