package svc.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.launcher.config.LiveConfiguration;

/**
 * {@code svc run}: the home is locked, the configuration strict, the framework raised level by level with the migrations
 * between the store and everything that uses it; then the server opens, waits for the wish to end, drains and stops.
 */
final class ServerProcess {

    /** The store and what it stands on. */
    private static final int STORE_LEVEL = 20;
    /** Everything, extensions included. */
    private static final int FULL_LEVEL = 70;

    private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

    private final Distribution distribution;
    private final Home home;
    private final LiveConfiguration settings;
    private final LogSettings log;
    private final StopSignal stop;
    private final PrintStream out;

    ServerProcess(
            Distribution distribution,
            Home home,
            LiveConfiguration settings,
            LogSettings log,
            StopSignal stop,
            PrintStream out) {
        this.distribution = distribution;
        this.home = home;
        this.settings = settings;
        this.log = log;
        this.stop = stop;
        this.out = out;
    }

    /** Runs until somebody asks for the end. The lock is the caller's, so that the home is checked before it is read. */
    void run() throws IOException {
        LOG.info(
                "svc {} begins with Java {} in the home {}, from {}",
                distribution.version(),
                Runtime.version(),
                home.directory(),
                distribution.directory());
        FelixHost host = FelixHost.create(
                new FrameworkSettings(home.cache().resolve("felix"), distribution, home.directory(), "server"),
                distribution.jars(FULL_LEVEL));
        try {
            new LauncherServices(settings, log, stop::ask).register(host.context());
            host.start();
            host.raise(STORE_LEVEL);
            host.requiredSteps("migrate");
            host.raise(FULL_LEVEL);
            host.requiredSteps("verify");
            open(host.requiredSteps("ready"));
            stop.await();
            LOG.info("svc is going down: nothing new is accepted, what runs may end");
            host.steps("drain");
        } finally {
            host.stop();
        }
        LOG.info("svc is down");
    }

    private void open(List<String> lines) {
        lines.forEach(out::println);
        out.flush();
    }
}
