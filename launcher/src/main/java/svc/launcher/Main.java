package svc.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;
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
        try (HomeLock lock = HomeLock.take(home)) {
            LiveConfiguration settings = HomeSettings.strict(distribution, lock.home(), words.overrides());
            log.apply(
                    HomeSettings.text(settings, "svc.log", "level", "info"),
                    HomeSettings.text(settings, "svc.log", "format", "text"));
            stop.listen();
            new ServerProcess(distribution, lock.home(), settings, log, stop, out).run();
            stop.done(0);
            return 0;
        } catch (Refusal refusal) {
            refusal.print(err);
            stop.done(refusal.exit());
            return refusal.exit();
        } catch (IOException | RuntimeException e) {
            stop.done(Refusal.NOT_READY);
            throw e;
        }
    }

    private int command() throws IOException {
        Distribution distribution = Distribution.ofThisProgram();
        Home home = words.requiredHome();
        Optional<HomeLock> lock = OWN_PROCESS.contains(words.first()) ? Optional.empty() : HomeLock.tryTake(home);
        try {
            LiveConfiguration settings = HomeSettings.lenient(distribution, home, words.overrides());
            return new ConsoleProcess(distribution, home, settings, log)
                    .run(words.words(), lock.isPresent(), System.in, out, err);
        } finally {
            if (lock.isPresent()) {
                lock.get().close();
            }
        }
    }
}
