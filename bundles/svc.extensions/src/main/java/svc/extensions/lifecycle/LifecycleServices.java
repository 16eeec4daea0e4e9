package svc.extensions.lifecycle;

import java.util.Collection;
import java.util.function.Supplier;
import svc.api.time.Clock;
import svc.extensions.framework.ExtensionConfigCheck;
import svc.extensions.framework.SharedServices;
import svc.extensions.framework.Wiring;
import svc.extensions.status.ExtensionStatusTable;
import svc.extensions.status.RefusedJarsFile;

/**
 * The services that the lifecycle of every extension uses.
 *
 * @param all returns the current extensions
 */
record LifecycleServices(
        Clock clock,
        ExtensionThread thread,
        Wiring wiring,
        JarCheck jars,
        ExtensionConfigCheck configuration,
        StartedBundleCheck started,
        RefusedJarsFile records,
        ExtensionStatusTable statuses,
        SharedServices shared,
        Supplier<Collection<Extension>> all) {}
