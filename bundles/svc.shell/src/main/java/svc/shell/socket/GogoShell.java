package svc.shell.socket;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.shell.command.CommandInvocation;
import svc.shell.command.ExitCodes;

/**
 * An interactive Gogo shell, line by line. The shell of the Gogo library is not used, because it stops the framework at
 * the end of its input. In this shell, the end of the input, {@code exit} and {@code quit} end only the session.
 */
@Component(service = GogoShell.class)
public final class GogoShell {

    static final String PROMPT = "svc> ";
    private static final Set<String> ENDS = Set.of("exit", "quit", "logout");

    private final CommandProcessor processor;

    /** Requests the next line from the client. */
    @FunctionalInterface
    interface Prompt {
        void ask() throws IOException;
    }

    @Activate
    public GogoShell(@Reference CommandProcessor processor) {
        this.processor = processor;
    }

    int talk(CommandInvocation invocation, Prompt prompt) throws IOException {
        PrintStream out = invocation.out();
        PrintStream err = invocation.err();
        BufferedReader lines = new BufferedReader(new InputStreamReader(invocation.in(), StandardCharsets.UTF_8));
        try (CommandSession session = processor.createSession(new ByteArrayInputStream(new byte[0]), out, err)) {
            session.put("SCOPE", "svc:*");
            session.currentDir(invocation.directory());
            while (true) {
                prompt.ask();
                out.flush();
                String line = lines.readLine();
                if (line == null || ENDS.contains(line.strip())) {
                    return ExitCodes.OK;
                }
                if (!line.isBlank()) {
                    execute(session, line, out, err);
                }
            }
        }
    }

    private static void execute(CommandSession session, String line, PrintStream out, PrintStream err) {
        try {
            Object result = session.execute(line);
            if (result != null) {
                out.println(session.format(result, Converter.INSPECT));
            }
        } catch (Exception | LinkageError | StackOverflowError e) { // a failed command outputs its exception
            String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            err.println(what + ". See help for the commands, exit leaves.");
        }
        out.flush();
        err.flush();
    }
}
