package svc.launcher.framework;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.log.LogService;
import org.osgi.service.log.LoggerFactory;
import svc.launcher.config.LiveConfiguration;
import svc.launcher.log.Logging;

/**
 * The services that the launcher offers to bundles, registered by the system bundle. Their types are JDK types, because
 * launcher and bundles share no classes of svc; the property {@code svc.launcher} distinguishes them.
 */
public record LauncherServices(LiveConfiguration settings, Logging log, Runnable shutdown, Consumer<String> failure) {

    public void register(BundleContext context) {
        Function<List<Path>, Map<String, Map<String, Object>>> configuration = settings::properties;
        BiFunction<Map<String, Object>, Boolean, List<String>> overrides = settings::override;
        BinaryOperator<String> level = log::level;
        Function<Duration, Map<String, Object>> summary = log::summary;
        BiFunction<Long, Duration, Map<String, Object>> tail = log::tail;
        context.registerService(Function.class, configuration, named("configuration"));
        context.registerService(Function.class, summary, named("logsummary"));
        context.registerService(BiFunction.class, tail, named("logtail"));
        context.registerService(Supplier.class, settings::keys, named("keys"));
        context.registerService(Supplier.class, settings::check, named("configuration-check"));
        context.registerService(BiFunction.class, overrides, named("overrides"));
        context.registerService(BinaryOperator.class, level, named("loglevel"));
        context.registerService(Supplier.class, log::loggers, named("loggers"));
        context.registerService(Runnable.class, shutdown, named("shutdown"));
        context.registerService(Consumer.class, failure, named("failure"));
        context.registerService(
                new String[] {LogService.class.getName(), LoggerFactory.class.getName()},
                new OsgiLogService(),
                FrameworkUtil.asDictionary(Map.of()));
    }

    private static Dictionary<String, Object> named(String name) {
        return FrameworkUtil.asDictionary(Map.of("svc.launcher", name));
    }
}
