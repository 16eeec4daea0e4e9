package svc.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.launcher.config.LiveConfiguration;
import svc.launcher.framework.FelixHost;
import svc.launcher.framework.FrameworkSettings;
import svc.launcher.framework.LauncherServices;
import svc.launcher.home.Distribution;
import svc.launcher.home.Home;
import svc.launcher.log.Logging;

/**
 * The process of {@code svc run}: raises the start level of the framework step by step, with the migrations between the
 * store and the bundles that use it, opens the server, waits for the stop signal, drains, and stops the framework.
 */
final class ServerProcess {

    /** The level of the store. */
    private static final int STORE_LEVEL = 20;
    /** The level of all bundles, extensions included. */
    private static final int FULL_LEVEL = 70;

    private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

    private final Distribution distribution;
    private final Home home;
    private final LiveConfiguration settings;
    private final Logging log;
    private final StopSignal stop;
    private final PrintStream out;

    ServerProcess(
            Distribution distribution,
            Home home,
            LiveConfiguration settings,
            Logging log,
            StopSignal stop,
            PrintStream out) {
        this.distribution = distribution;
        this.home = home;
        this.settings = settings;
        this.log = log;
        this.stop = stop;
        this.out = out;
    }

    /** Runs until a stop is requested. The caller must hold the lock of the home. */
    void run() throws IOException {
        LOG.info(
                "svc {} begins with Java {} in the home {}, from {}",
                distribution.version(),
                Runtime.version(),
                home.directory(),
                distribution.directory());
        settings.warnings().forEach(warning -> LOG.warn("{} {}", warning.text(), warning.remedy()));
        FelixHost host = FelixHost.create(
                new FrameworkSettings(home.cache().resolve("felix"), distribution, home.directory(), "server"),
                distribution.jars(FULL_LEVEL));
        try {
            new LauncherServices(settings, log, stop::ask, stop::fail).register(host.context());
            host.start();
            host.raise(STORE_LEVEL);
            host.requiredSteps("migrate");
            host.raise(FULL_LEVEL);
            host.requiredSteps("verify");
            open(host.requiredSteps("ready"));
            stop.await();
            LOG.info("svc shuts down: it accepts no new requests and completes the running ones");
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
