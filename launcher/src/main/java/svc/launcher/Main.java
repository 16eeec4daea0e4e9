package svc.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import svc.launcher.client.SocketClient;
import svc.launcher.config.LiveConfiguration;
import svc.launcher.framework.CarrierThreads;
import svc.launcher.home.Disk;
import svc.launcher.home.Distribution;
import svc.launcher.home.Home;
import svc.launcher.home.HomeLock;
import svc.launcher.home.HomeSettings;
import svc.launcher.home.LaunchException;
import svc.launcher.log.Logging;
import svc.launcher.shell.ShellSession;

/** The program {@code svc}: parses the arguments and runs the server or a command. */
public final class Main {

    private static final int REFUSED = 1;
    private static final int USAGE = 2;

    private final LauncherArguments words;
    private final PrintStream out;
    private final PrintStream err;
    private final Logging log = Logging.early();

    private Main(LauncherArguments words, PrintStream out, PrintStream err) {
        this.words = words;
        this.out = out;
        this.err = err;
    }

    /** Starts the program. */
    public static void main(String[] args) {
        int exit;
        try {
            exit = new Main(LauncherArguments.parse(args, System.getenv()), System.out, System.err).run();
        } catch (LaunchException refusal) {
            refusal.print(System.err);
            exit = refusal.exit();
        }
        System.exit(exit);
    }

    /** Runs the program. Returns the exit code, which differs for a refused start and a refused command. */
    private int run() {
        try {
            return attempt();
        } catch (LaunchException refusal) {
            refusal.print(err);
            boolean start = words.first().equals("run");
            return refusal.exit() == LaunchException.NOT_READY && !start ? REFUSED : refusal.exit();
        }
    }

    private int attempt() {
        Optional<String> own = words.ownHelp();
        if (own.isPresent()) {
            out.print(LauncherUsage.of(own.get()));
            return 0;
        }
        try {
            return switch (words.first()) {
                case "run", "init" -> own();
                case "--version" -> version();
                default -> command();
            };
        } catch (IOException e) {
            throw Disk.refusal("A file of the server cannot be used", e);
        } catch (UncheckedIOException e) {
            throw Disk.refusal("A file of the server cannot be used", java.util.Objects.requireNonNull(e.getCause()));
        }
    }

    /**
     * Runs a command of the launcher itself. {@code svc run} accepts flags only, so that a mistyped flag does not start
     * the server. {@link InitCommand} checks the arguments of {@code svc init} before it creates anything.
     */
    private int own() throws IOException {
        List<String> more = words.words().subList(1, words.words().size());
        if (words.first().equals("init")) {
            return new InitCommand(Distribution.ofThisProgram(), words.requiredHome(), log)
                    .make(more, PasswordPrompt.input(more, System.in), out, err);
        }
        if (!more.isEmpty()) {
            throw new LaunchException(
                    "svc run does not support " + more.get(0) + ".",
                    "Write svc run --home DIR [--set section.key=value …].",
                    2);
        }
        return server();
    }

    private int version() {
        out.println(Distribution.ofThisProgram().version());
        return 0;
    }

    private int server() throws IOException {
        Distribution distribution = Distribution.ofThisProgram();
        Home home = words.requiredHome();
        HomeSettings.makeDirectories(home);
        CarrierThreads.set();
        StopSignal stop = new StopSignal();
        int exit = LaunchException.NOT_READY;
        try (HomeLock lock = HomeLock.take(home)) {
            Disk.requireRoom(home.cache());
            LiveConfiguration settings = HomeSettings.strict(distribution, lock.home(), words.overrides());
            log.apply(
                    HomeSettings.text(settings, "svc.log", "level", "info"),
                    HomeSettings.text(settings, "svc.log", "format", "text"));
            stop.listen();
            new ServerProcess(distribution, lock.home(), settings, log, stop, out).run();
            exit = stop.ended();
        } catch (LaunchException refusal) {
            refusal.print(err);
            exit = refusal.exit();
        } finally {
            // The shutdown hook always waits for this call.
            stop.done(exit);
        }
        return exit;
    }

    /** Shows the help of the running server, or the help of this distribution if no server runs. */
    private int help() throws IOException {
        try (SocketClient server = words.home().flatMap(SocketClient::connect).orElse(null)) {
            return server == null ? homeless() : ask(server);
        }
    }

    /** Sends a command to the running server, or runs the command in this process if no server runs. */
    private int command() throws IOException {
        if (words.url()) {
            return homeless();
        }
        if (words.asksForHelp()) {
            return help();
        }
        if (words.worksWithoutHome()) {
            return words.home().isEmpty() ? homeless() : console(words.requiredHome(), false);
        }
        if (words.home().isEmpty() && !words.first().equals("shell") && !known()) {
            return USAGE;
        }
        return command(words.requiredHome());
    }

    private int command(Home home) throws IOException {
        if (words.fillsTheHome() && Files.isDirectory(home.run())) {
            try (HomeLock lock = HomeLock.take(home)) {
                return console(lock.home(), true);
            }
        }
        if (words.speaksForThisDistribution()) {
            return console(home, false);
        }
        if (DoctorWatch.isAskedBy(words)) {
            return new DoctorWatch(out, Boolean.getBoolean("svc.terminal.edits")).run(() -> askRunningServer(home));
        }
        try (SocketClient server = SocketClient.connect(home.directory()).orElse(null)) {
            if (server != null) {
                int exit = ask(server);
                return exit == 0 && ServerEnd.isAwaitedBy(words) ? new ServerEnd(home, err).await() : exit;
            }
        }
        return withoutServer(home);
    }

    private int withoutServer(Home home) throws IOException {
        if (words.first().equals("status")) {
            return new StatusWithoutServer(Distribution.ofThisProgram(), home).print(words.words(), out, err);
        }
        if (words.first().equals("config")) {
            return console(home, false);
        }
        if (words.first().equals("shell")
                || !Files.isDirectory(home.run())
                || SocketClient.forbidden(home.directory()).isPresent()) {
            err.println(SocketClient.unreachable(home.directory()));
            return SocketClient.UNREACHABLE;
        }
        Optional<HomeLock> lock = HomeLock.tryTake(home);
        try {
            return console(home, lock.isPresent());
        } finally {
            if (lock.isPresent()) {
                lock.get().close();
            }
        }
    }

    private int askRunningServer(Home home) throws IOException {
        try (SocketClient server = SocketClient.connect(home.directory()).orElse(null)) {
            if (server != null) {
                return ask(server);
            }
            err.println(SocketClient.unreachable(home.directory()));
            return SocketClient.UNREACHABLE;
        }
    }

    private int ask(SocketClient server) throws IOException {
        if (words.first().equals("shell") && Boolean.getBoolean("svc.terminal.edits")) {
            return new ShellSession(words.requiredHome().directory(), System.getenv()).run(server, out, err);
        }
        List<String> typed = typed(words.requiredHome());
        return words.first().equals("shell")
                ? server.shell(Path.of(""), Boolean.getBoolean("svc.terminal"), System.in, out, err)
                : server.command(typed, Path.of("").toAbsolutePath(), PasswordPrompt.input(typed, System.in), out, err);
    }

    /** Returns whether the command exists; otherwise prints an error with the most similar name. */
    private boolean known() throws IOException {
        List<String> about = Stream.concat(
                        Stream.of("help"),
                        words.words().stream()
                                .takeWhile(word -> !word.startsWith("-"))
                                .limit(2))
                .toList();
        try (PrintStream discarded = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
            Main help = new Main(new LauncherArguments(Optional.empty(), List.of(), false, about), discarded, err);
            return help.homeless() != USAGE;
        }
    }

    /** Runs a command that needs no home. */
    private int homeless() throws IOException {
        Path nowhere = Files.createTempDirectory("svc-home-");
        try {
            return console(new Home(nowhere), false);
        } finally {
            Disk.delete(nowhere);
        }
    }

    /** Returns the words of the command with the flags that are added automatically. */
    private List<String> typed(Home home) throws IOException {
        return CommentOutQuestion.words(home, PasswordPrompt.words(words.words()));
    }

    private int console(Home home, boolean locked) throws IOException {
        Distribution distribution = Distribution.ofThisProgram();
        LiveConfiguration settings = HomeSettings.lenient(distribution, home, words.overrides());
        List<String> typed = typed(home);
        return new OfflineCommandProcess(distribution, home, settings, log)
                .run(typed, locked, PasswordPrompt.input(typed, System.in), out, err);
    }
}
