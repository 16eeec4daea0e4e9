package svc.extensions.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.extensions.framework.ComponentStates;
import svc.extensions.lifecycle.Extensions;
import svc.extensions.status.ExtensionStatus;
import svc.extensions.status.ExtensionStatusTable;

/** Health check of bundles: one finding on those of the server, one on each extension that is not active. */
@Component
public final class BundlesHealthCheck implements HealthCheck {

    private final Extensions extensions;
    private final CoreBundles core;

    @Activate
    public BundlesHealthCheck(
            BundleContext context, @Reference Extensions extensions, @Reference ServiceComponentRuntime runtime) {
        this.extensions = extensions;
        this.core = new CoreBundles(context, new ComponentStates(runtime));
    }

    @Override
    public String family() {
        return "bundles";
    }

    @Override
    public List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        List<ExtensionStatusTable.Entry> entries = extensions.book().entries();
        Optional<String> fault = core.fault();
        Map<String, Object> facts = Map.of("core", core.rows().size(), "extensions", entries.size());
        findings.add(
                fault.map(what -> Finding.fail("core-bundles", what, "Look into the log, then restart the server."))
                        .orElseGet(() -> Finding.ok("core-bundles", "All of the server's own bundles work."))
                        .with(facts));
        for (ExtensionStatusTable.Entry entry : entries) {
            ExtensionStatus verdict = entry.verdict();
            if (!verdict.is(ExtensionStatus.State.ACTIVE)) {
                findings.add(Finding.warn(
                                "extension-" + verdict.state().word(),
                                "The extension " + entry.name() + " is "
                                        + verdict.state().word() + ": " + verdict.reason(),
                                verdict.remedy())
                        .with(Map.of("bundle", entry.name())));
            }
        }
        return findings;
    }
}
