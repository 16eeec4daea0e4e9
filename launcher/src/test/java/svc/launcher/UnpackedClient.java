package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import svc.launcher.kit.WorkingCopy;
import svc.testkit.Prerequisite;

/** A mail client of another author. It runs from a package that {@code .ci/tools} has unpacked. */
enum UnpackedClient {
    FETCHMAIL("fetchmail", "usr/bin/fetchmail"),
    GETMAIL("getmail6", "usr/bin/getmail"),
    INTERIMAP("interimap", "usr/bin/interimap"),
    MBSYNC("isync", "usr/bin/mbsync"),
    NEOMUTT("neomutt", "usr/bin/neomutt"),
    OFFLINEIMAP("offlineimap3", "usr/share/offlineimap3/run");

    private final Path root;
    private final String program;

    UnpackedClient(String packageName, String program) {
        root = WorkingCopy.root().resolve("target/packages").resolve(packageName);
        this.program = program;
    }

    /**
     * Starts the program.
     *
     * @param folder its home folder, which gets a file {@code output}
     * @param words its arguments
     */
    Process start(Path folder, String... words) throws IOException {
        Prerequisite.installable(
                name(),
                Files.isDirectory(root),
                root.getFileName() + " is not unpacked: .ci/tools " + root.getFileName());
        List<String> command = new ArrayList<>();
        if (this == INTERIMAP) { // in taint mode, perl ignores the environment
            command.addAll(List.of("perl", "-T", "-I" + root.resolve("usr/share/perl5")));
            command.add("-I" + libraries().resolve("perl5/5.36"));
        } else if (this == GETMAIL) {
            String script = "launcher/src/test/resources/svc/launcher/imap/getmail.py";
            command.addAll(List.of("python3", WorkingCopy.root().resolve(script).toString()));
        }
        command.add(root.resolve(program).toString());
        Collections.addAll(command, words);
        if (this == NEOMUTT) {
            Prerequisite.program(name(), "script");
            command = List.of("script", "-qec", String.join(" ", command), "/dev/null");
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile());
        builder.environment()
                .putAll(Map.of(
                        "HOME", folder.toString(),
                        "TERM", "xterm",
                        "PYTHONPATH",
                                root.resolve("usr/lib/python3/dist-packages").toString()));
        builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
        if (this == NEOMUTT) {
            builder.environment().put("LD_LIBRARY_PATH", libraries().toString());
        }
        return builder.start();
    }

    /** Returns the folder of the libraries, which is named after the architecture. */
    private Path libraries() throws IOException {
        try (Stream<Path> folders = Files.list(root.resolve("usr/lib"))) {
            return folders.filter(folder -> folder.getFileName().toString().contains("-linux-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Runs the program to its end, which must be a success; returns its output. */
    String run(Path folder, String... words) throws Exception {
        return run(0, folder, words);
    }

    /** Runs the program to its end, which must have an exit code; returns its output. */
    String run(int exit, Path folder, String... words) throws Exception {
        return finished(start(folder, words), folder.resolve("output"), exit);
    }

    /** Waits for the end of a client with an exit code; returns the output, which it writes to a file. */
    static String finished(Process process, Path file, int exit) throws Exception {
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
        String output = Files.readString(file);
        assertThat(ended).as(output).isTrue();
        assertThat(process.exitValue()).as(output).isEqualTo(exit);
        return output;
    }

    /** Returns the subjects of the messages that a client has stored in the file {@code fetched}. */
    static List<String> fetched(Path folder) throws IOException {
        return Pattern.compile("(?m)^Subject: (.*)$")
                .matcher(Files.readString(folder.resolve("fetched")))
                .results()
                .map(subject -> subject.group(1).strip())
                .toList();
    }
}
