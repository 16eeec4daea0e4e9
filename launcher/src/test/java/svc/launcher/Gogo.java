package svc.launcher;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.launcher.client.SocketClient;

/**
 * The Gogo shell of a running server.
 *
 * @param server the server
 */
record Gogo(RunningServer server) {

    /** Runs a line and waits for its end. */
    SvcCommand.Finished say(String line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (SocketClient socket = SocketClient.connect(server.home()).orElseThrow()) {
            int exit = socket.shell(
                    server.home(),
                    false,
                    new ByteArrayInputStream((line + "\nexit\n").getBytes(StandardCharsets.UTF_8)),
                    new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8));
            return new SvcCommand.Finished(
                    exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void stop(String bundle) {
        go("stop", bundle, "Resolved");
    }

    void start(String bundle) {
        go("start", bundle, "Active");
    }

    private void go(String command, String bundle, String then) {
        SvcCommand.Finished finished = say(command + " " + line(bundle).group(1));
        String now = line(bundle).group(2);
        if (!now.equals(then)) {
            throw new AssertionError(bundle + " is " + now + ", not " + then + ": " + finished.err());
        }
    }

    /** Returns number and state of a bundle. */
    private Matcher line(String bundle) {
        String all = say("lb -s").out();
        Matcher line = Pattern.compile("(?m)^\\s*(\\d+)\\|(\\w+)\\s*\\|\\s*\\d+\\|" + Pattern.quote(bundle) + " \\(")
                .matcher(all);
        if (!line.find()) {
            throw new AssertionError(bundle + " is not among " + all);
        }
        return line;
    }
}
