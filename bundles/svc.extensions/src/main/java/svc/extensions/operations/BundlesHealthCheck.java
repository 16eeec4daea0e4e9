package svc.extensions;

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

/** What the doctor says about bundles: one finding on the server's own, one on each extension that is not active. */
@Component
public final class BundlesHealth implements HealthCheck {

    private final Extensions extensions;
    private final CoreBundles core;

    /** Looks at nothing yet. */
    @Activate
    public BundlesHealth(
            BundleContext context, @Reference Extensions extensions, @Reference ServiceComponentRuntime runtime) {
        this.extensions = extensions;
        this.core = new CoreBundles(context, new Components(runtime));
    }

    @Override
    public String family() {
        return "bundles";
    }

    @Override
    public List<Finding> examine() {
        List<Finding> findings = new ArrayList<>();
        List<VerdictBook.Entry> entries = extensions.book().entries();
        Optional<String> fault = core.fault();
        Map<String, Object> facts = Map.of("core", core.rows().size(), "extensions", entries.size());
        findings.add(
                fault.map(what -> Finding.fail("core-bundles", what, "Look into the log, then restart the server."))
                        .orElseGet(() -> Finding.ok("core-bundles", "All of the server's own bundles work."))
                        .with(facts));
        for (VerdictBook.Entry entry : entries) {
            Verdict verdict = entry.verdict();
            if (!verdict.is(Verdict.State.ACTIVE)) {
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
