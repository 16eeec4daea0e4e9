package svc.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import svc.launcher.client.ProgressLine;
import svc.launcher.config.LiveConfiguration;
import svc.launcher.framework.FelixHost;
import svc.launcher.framework.FrameworkSettings;
import svc.launcher.framework.LauncherServices;
import svc.launcher.home.Disk;
import svc.launcher.home.Distribution;
import svc.launcher.home.Home;
import svc.launcher.home.HomeSettings;
import svc.launcher.home.LaunchException;
import svc.launcher.log.Logging;

/**
 * Runs one command without a server: starts the framework with the bundles of the server up to the level that commands
 * need, without a listener, and runs the command in the same way as a server. Migrations run only if the command
 * requests that step.
 */
final class OfflineCommandProcess {
    /** The start level for commands, which is below the level of the listeners. */
    private static final int CONSOLE_LEVEL = 25;

    private final Distribution distribution;
    private final Home home;
    private final LiveConfiguration settings;
    private final Logging log;

    OfflineCommandProcess(Distribution distribution, Home home, LiveConfiguration settings, Logging log) {
        this.distribution = distribution;
        this.home = home;
        this.settings = settings;
        this.log = log;
    }

    /**
     * Runs one command.
     *
     * @param words the words of the command, without the flags of the launcher
     * @param locked whether this process holds the lock of the home
     */
    int run(List<String> words, boolean locked, InputStream in, PrintStream out, PrintStream err) throws IOException {
        // A command loads classes while it writes, and no other writer waits, so slow writes are not reported.
        log.level("svc.store.slow", "error");
        Path cache = Files.createTempDirectory("svc-console-");
        try {
            FelixHost host = FelixHost.create(
                    new FrameworkSettings(cache, distribution, home.directory(), "console"),
                    distribution.jars(CONSOLE_LEVEL));
            try {
                new LauncherServices(settings, log, () -> {}, failure -> {}).register(host.context());
                host.start();
                host.raise(CONSOLE_LEVEL);
                return command(host).applyAsInt(request(words, locked, moment -> step(host, moment), in, out, err));
            } finally {
                host.stop();
            }
        } finally {
            Disk.delete(cache);
        }
    }

    @SuppressWarnings("unchecked") // The service is registered with exactly this type by the command line's bundle.
    private static ToIntFunction<Map<String, Object>> command(FelixHost host) {
        return (ToIntFunction<Map<String, Object>>) host.service(ToIntFunction.class, "(svc.launcher=command)")
                .orElseThrow(() -> new LaunchException(
                        "The command line of this distribution does not start.", "Unpack the distribution again."));
    }

    /**
     * Runs a boot step. Like a start, the step needs a valid configuration. The command line shares no class with the
     * launcher, so a refusal is reported as an exception whose message has two sentences.
     */
    private void step(FelixHost host, String moment) {
        try {
            HomeSettings.requireGood(settings);
            host.steps(moment);
        } catch (LaunchException refusal) {
            throw new IllegalStateException(refusal.what() + "\n" + refusal.remedy(), refusal);
        }
    }

    private static Map<String, Object> request(
            List<String> words,
            boolean locked,
            Consumer<String> step,
            InputStream in,
            PrintStream out,
            PrintStream err) {
        Map<String, Object> request = new HashMap<>();
        request.put("words", words);
        request.put("cwd", Path.of("").toAbsolutePath().toString());
        request.put("locked", locked);
        request.put("step", step);
        request.put("in", in);
        request.put("out", out);
        request.put("err", err);
        ProgressLine line = new ProgressLine(err);
        Consumer<Map<String, Object>> progress = report ->
                line.show(number(report.get("done")), number(report.get("total")), String.valueOf(report.get("what")));
        request.put("progress", progress);
        return request;
    }

    private static long number(@Nullable Object report) {
        return report instanceof Number number ? number.longValue() : 0;
    }
}
