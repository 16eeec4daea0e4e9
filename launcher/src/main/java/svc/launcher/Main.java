package svc.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.launcher.client.SocketClient;
import svc.launcher.config.LiveConfiguration;

/** {@code svc}: reads what was typed and takes the way for it. */
public final class Main {

    /** Commands that only look and must speak for this distribution, whatever runs in the home. */
    private static final Set<String> OWN_PROCESS = Set.of("schema-check", "config");

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

    private int run() {
        try {
            return switch (words.first()) {
                case "run" -> server();
                case "init" -> init();
                case "--version" -> version();
                case "--help" ->
                    new Main(new CommandWords(words.home(), List.of(), false, List.of("help")), out, err).command();
                default -> command();
            };
        } catch (IOException e) {
            throw Disk.refusal("A file of the server cannot be used", e);
        } catch (UncheckedIOException e) {
            throw Disk.refusal("A file of the server cannot be used", java.util.Objects.requireNonNull(e.getCause()));
        }
    }

    private int version() {
        out.println(Distribution.ofThisProgram().version());
        return 0;
    }

    private int init() {
        Home home = words.requiredHome();
        HomeSettings.init(Distribution.ofThisProgram(), home);
        out.println("The home " + home.directory() + " is ready: look into svc.toml, then start with svc run --home "
                + home.directory());
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

    /** A command goes to the running server where there is one, and otherwise runs in a process of its own. */
    private int command() throws IOException {
        if (words.url() || words.first().equals("help")) {
            return homeless();
        }
        Home home = words.requiredHome();
        if (OWN_PROCESS.contains(words.first())) {
            return console(home, false);
        }
        try (SocketClient server = SocketClient.connect(home.directory()).orElse(null)) {
            if (server != null) {
                return words.first().equals("shell")
                        ? server.shell(Path.of(""), Boolean.getBoolean("svc.terminal"), System.in, out, err)
                        : server.command(words.words(), Path.of("").toAbsolutePath(), System.in, out, err);
            }
        }
        if (words.first().equals("shell") || !Files.isDirectory(home.run())) {
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
