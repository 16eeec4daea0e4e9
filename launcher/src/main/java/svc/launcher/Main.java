package svc.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import svc.launcher.client.SocketClient;
import svc.launcher.config.LiveConfiguration;

/** {@code svc}: reads what was typed and takes the way for it. */
public final class Main {

    private static final int REFUSED = 1;

    private final CommandWords words;
    private final PrintStream out;
    private final PrintStream err;
    private final LogSettings log = LogSettings.early();

    private Main(CommandWords words, PrintStream out, PrintStream err) {
        this.words = words;
        this.out = out;
        this.err = err;
    }

    /** The program. */
    public static void main(String[] args) {
        int exit;
        try {
            exit = new Main(CommandWords.parse(args, System.getenv()), System.out, System.err).run();
        } catch (Refusal refusal) {
            refusal.print(System.err);
            exit = refusal.exit();
        }
        System.exit(exit);
    }

    /** Runs it; what refuses a start has an exit code of its own, what refuses a command has that of every refusal. */
    private int run() {
        try {
            return attempt();
        } catch (Refusal refusal) {
            refusal.print(err);
            boolean start = words.first().equals("run");
            return refusal.exit() == Refusal.NOT_READY && !start ? REFUSED : refusal.exit();
        }
    }

    private int attempt() {
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
     * A command of the launcher itself takes no words but its flags: a mistyped flag must not start something else. Those of
     * {@code svc init} are judged where they belong to, before anything is kept.
     */
    private int own() throws IOException {
        List<String> more = words.words().subList(1, words.words().size());
        if (more.contains("--help") || more.contains("-h")) {
            return new Main(new CommandWords(words.home(), List.of(), false, List.of("help")), out, err).help();
        }
        if (words.first().equals("init")) {
            return new NewHome(Distribution.ofThisProgram(), words.requiredHome(), log).make(more, System.in, out, err);
        }
        if (!more.isEmpty()) {
            throw new Refusal(
                    "svc run does not know " + more.get(0) + ".",
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
        StopSignal stop = new StopSignal();
        int exit = Refusal.NOT_READY;
        try (HomeLock lock = HomeLock.take(home)) {
            Disk.requireRoom(home.cache());
            LiveConfiguration settings = HomeSettings.strict(distribution, lock.home(), words.overrides());
            log.apply(
                    HomeSettings.text(settings, "svc.log", "level", "info"),
                    HomeSettings.text(settings, "svc.log", "format", "text"));
            stop.listen();
            new ServerProcess(distribution, lock.home(), settings, log, stop, out).run();
            exit = 0;
        } catch (Refusal refusal) {
            refusal.print(err);
            exit = refusal.exit();
        } finally {
            // Whatever came through here: a signal's hook waits for it.
            stop.done(exit);
        }
        return exit;
    }

    /** Without a home that answers, the commands of this distribution alone. */
    private int help() throws IOException {
        try (SocketClient server = words.home().flatMap(SocketClient::connect).orElse(null)) {
            return server == null ? homeless() : ask(server);
        }
    }

    /** A command goes to the running server where there is one, and otherwise runs in a process of its own. */
    private int command() throws IOException {
        if (words.url()) {
            return homeless();
        }
        if (words.asksForHelp()) {
            return help();
        }
        Home home = words.requiredHome();
        if (words.speaksForThisDistribution()) {
            return console(home, false);
        }
        try (SocketClient server = SocketClient.connect(home.directory()).orElse(null)) {
            if (server != null) {
                return ask(server);
            }
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

    private int ask(SocketClient server) {
        return words.first().equals("shell")
                ? server.shell(Path.of(""), Boolean.getBoolean("svc.terminal"), System.in, out, err)
                : server.command(words.words(), Path.of("").toAbsolutePath(), System.in, out, err);
    }

    /** A command that is about no home of this machine. */
    private int homeless() throws IOException {
        Path nowhere = Files.createTempDirectory("svc-home-");
        try {
            return console(new Home(nowhere), false);
        } finally {
            Disk.delete(nowhere);
        }
    }

    private int console(Home home, boolean locked) throws IOException {
        Distribution distribution = Distribution.ofThisProgram();
        LiveConfiguration settings = HomeSettings.lenient(distribution, home, words.overrides());
        return new ConsoleProcess(distribution, home, settings, log).run(words.words(), locked, System.in, out, err);
    }
}
