package svc.shell;

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

/**
 * Gogo, line by line. It is not the library's own shell, which stops the framework at the end of its input: here the end of
 * the input, {@code exit} and {@code quit} end the conversation and nothing else.
 */
@Component(service = GogoShell.class)
public final class GogoShell {

    private static final String PROMPT = "svc> ";
    private static final Set<String> ENDS = Set.of("exit", "quit", "logout");

    private final CommandProcessor processor;

    /** Talks to Gogo. */
    @Activate
    public GogoShell(@Reference CommandProcessor processor) {
        this.processor = processor;
    }

    int talk(Invocation invocation, boolean prompt) throws IOException {
        PrintStream out = invocation.out();
        PrintStream err = invocation.err();
        BufferedReader lines = new BufferedReader(new InputStreamReader(invocation.in(), StandardCharsets.UTF_8));
        try (CommandSession session = processor.createSession(new ByteArrayInputStream(new byte[0]), out, err)) {
            session.put("SCOPE", "svc:*");
            session.currentDir(invocation.directory());
            while (true) {
                if (prompt) {
                    out.print(PROMPT);
                }
                out.flush();
                String line = lines.readLine();
                if (line == null || ENDS.contains(line.strip())) {
                    return Exit.OK;
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
        } catch (Exception | LinkageError | StackOverflowError e) { // whatever a command throws is its answer
            String what = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            err.println(what + ". See help for the commands, exit leaves.");
        }
        out.flush();
        err.flush();
    }
}
