package svc.blobs.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A separate Java process that a test can limit and kill. */
record LimitedProcess(Process process) {

    private static final int PATIENCE_SECONDS = 120;

    /** Starts a main class of the tests. */
    static LimitedProcess of(List<String> before, List<String> options, Class<?> main, Object... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return new LimitedProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Returns all lines that the process prints until it ends. */
    List<String> lines() throws Exception {
        return lines(Integer.MAX_VALUE);
    }

    /**
     * Returns the lines of the process. It is killed after {@code killedAfter} lines; lines in the pipe are still read.
     */
    List<String> lines(int killedAfter) throws Exception {
        List<String> lines = new ArrayList<>();
        try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                lines.add(line);
                if (lines.size() == killedAfter) {
                    // Through the handle, because the Process would close the pipe.
                    process.toHandle().destroyForcibly();
                }
            }
            return lines;
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
    }
}
