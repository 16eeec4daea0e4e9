package svc.launcher;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.log.LogService;
import org.osgi.service.log.LoggerFactory;
import svc.launcher.config.LiveConfiguration;

/**
 * What the bundles can ask of the launcher: services of the system bundle whose types are the JDK's, told apart by the
 * property {@code svc.launcher}, because launcher and bundles share no classes of ours.
 */
record LauncherServices(LiveConfiguration settings, LogSettings log, Runnable shutdown) {

    void register(BundleContext context) {
        Function<List<Path>, Map<String, Map<String, Object>>> configuration = settings::properties;
        Supplier<List<Map<String, Object>>> keys = settings::keys;
        Supplier<List<String>> problems = settings::check;
        BiFunction<Map<String, Object>, Boolean, List<String>> overrides = settings::override;
        BinaryOperator<String> level = log::level;
        Supplier<List<String>> loggers = log::loggers;
        Function<Duration, Map<String, Object>> summary = log::summary;
        context.registerService(Function.class, configuration, named("configuration"));
        context.registerService(Function.class, summary, named("logsummary"));
        context.registerService(Supplier.class, keys, named("keys"));
        context.registerService(Supplier.class, problems, named("configuration-check"));
        context.registerService(BiFunction.class, overrides, named("overrides"));
        context.registerService(BinaryOperator.class, level, named("loglevel"));
        context.registerService(Supplier.class, loggers, named("loggers"));
        context.registerService(Runnable.class, shutdown, named("shutdown"));
        context.registerService(
                new String[] {LogService.class.getName(), LoggerFactory.class.getName()},
                new ServiceLog(),
                FrameworkUtil.asDictionary(Map.of()));
    }

    private static Dictionary<String, Object> named(String name) {
        return FrameworkUtil.asDictionary(Map.of("svc.launcher", name));
    }
}
