package svc.extensions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import svc.api.time.Clock;

/**
 * The extensions of this server. At a start it installs what the folder holds, without starting any of it, so that the
 * store sees all migrations; when the framework has come to the level of extensions it starts them, and from then on follows
 * the folder. Without a server (one command on the console) it installs, and starts what is there only when the command
 * cannot be found otherwise; then no migration runs and no verdict is recorded.
 */
@Component(service = Extensions.class, immediate = true)
public final class Extensions {

    /** Longer than the longest start. */
    private static final Duration BOOT = Duration.ofSeconds(10);

    private final BundleContext context;
    private final Clock clock;
    private final Path directory;
    private final RefusalRecords records;
    private final VerdictBook book;
    private final Following following;
    private final FrameworkListener levels = this::changed;
    private final Set<String> atBoot;
    private final boolean server;

    /** Installs what is there. */
    @Activate
    public Extensions(
            BundleContext context,
            @Reference Clock clock,
            @Reference ServiceComponentRuntime runtime,
            @Reference Keepers keepers,
            // Not called, but in force before the first extension is installed.
            @Reference CoreIsolation isolation)
            throws IOException {
        Path home = Path.of(context.getProperty("svc.home"));
        this.context = context;
        this.clock = clock;
        this.server = keepers.isServer();
        this.book = new VerdictBook(server);
        this.directory = home.resolve("extensions");
        if (server) { // a command that only looks may not make anything
            Files.createDirectories(directory);
        }
        this.records = new RefusalRecords(home.resolve("data"));
        this.following = new Following(context, clock, home, records, book, new Components(runtime), keepers);
        this.atBoot = following.installPresent();
    }

    /** Starts what is there, when the framework has come so far. */
    @Activate
    void open() {
        if (server) {
            context.addFrameworkListener(levels);
            begin();
        }
    }

    VerdictBook book() {
        return book;
    }

    RefusalRecords records() {
        return records;
    }

    Path directory() {
        return directory;
    }

    /** Whether verdicts come: not on the console. */
    boolean isServer() {
        return server;
    }

    /** Looks at the folder now. */
    void stir() {
        following.stir();
    }

    /** Starts what is there, for one command without a server; returns when all of it has its verdict. */
    void startForCommand() {
        if (!server) {
            following.begin();
            awaitVerdicts();
        }
    }

    /** Returns when every jar that was there at the start has its verdict, or has had time enough for one. */
    void awaitBoot() {
        begin();
        awaitVerdicts();
    }

    private void awaitVerdicts() {
        await(
                entries -> entries.stream()
                        .map(VerdictBook.Entry::fileName)
                        .collect(Collectors.toSet())
                        .containsAll(atBoot),
                BOOT);
    }

    /** Returns the book as soon as it is as wanted; empty when that takes too long. */
    Optional<List<VerdictBook.Entry>> await(Predicate<List<VerdictBook.Entry>> condition, Duration limit) {
        CompletableFuture<List<VerdictBook.Entry>> wanted = book.when(condition);
        Clock.Alarm alarm = clock.after(limit, () -> wanted.cancel(false));
        try {
            return Optional.of(wanted.join());
        } catch (CancellationException e) {
            return Optional.empty();
        } finally {
            alarm.cancel();
        }
    }

    @Deactivate
    void end() throws IOException, InterruptedException {
        context.removeFrameworkListener(levels);
        following.end();
    }

    private void changed(FrameworkEvent event) {
        if (event.getType() == FrameworkEvent.STARTLEVEL_CHANGED) {
            begin();
        }
    }

    private void begin() {
        int level = context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION)
                .adapt(FrameworkStartLevel.class)
                .getStartLevel();
        if (level >= Installation.LEVEL) {
            following.begin();
        }
    }
}
