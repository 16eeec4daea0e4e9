package svc.extensions;

import java.util.Collection;
import java.util.Set;
import java.util.function.Supplier;
import org.osgi.framework.BundleContext;
import svc.api.time.Clock;

/**
 * What the life of every extension rests on.
 *
 * @param context of this bundle
 * @param clock the time
 * @param work runs foreign code
 * @param wiring who needs whose packages
 * @param components what became of components
 * @param routes who has which path
 * @param records what was refused in earlier runs
 * @param book where verdicts are published
 * @param keepers who else has a say over a jar
 * @param settings whether the configuration suits a jar
 * @param all the extensions there are now
 * @param leaving ids of bundles that are about to go; used on the loop only
 * @param soon asks for another look at all of them after a moment
 */
record Premises(
        BundleContext context,
        Clock clock,
        BoundedWork work,
        Wiring wiring,
        Components components,
        RouteConflicts routes,
        RefusalRecords records,
        VerdictBook book,
        Keepers keepers,
        SettingsStep settings,
        Supplier<Collection<Extension>> all,
        Set<Long> leaving,
        Runnable soon) {}
