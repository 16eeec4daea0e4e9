package svc.extensions;

import java.util.ArrayList;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;

/** {@code svc bundle list}. */
@Component(service = AdminOperation.class)
public final class ListBundles implements AdminOperation<NoArguments, List<BundleRow>> {

    private final Extensions extensions;
    private final CoreBundles core;

    /** Looks at nothing yet. */
    @Activate
    public ListBundles(
            BundleContext context, @Reference Extensions extensions, @Reference ServiceComponentRuntime runtime) {
        this.extensions = extensions;
        this.core = new CoreBundles(context, new Components(runtime));
    }

    @Override
    public String noun() {
        return "bundle";
    }

    @Override
    public String verb() {
        return "list";
    }

    @Override
    public String help() {
        return "Lists all bundles and what became of them";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public List<BundleRow> run(NoArguments arguments) {
        List<BundleRow> rows = new ArrayList<>(
                extensions.book().entries().stream().map(BundleRow::of).toList());
        rows.addAll(core.rows());
        return rows;
    }
}
