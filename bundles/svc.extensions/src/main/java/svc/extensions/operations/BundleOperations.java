package svc.extensions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.Positional;

/** {@code svc bundle explain NAME}. */
@Component(service = AdminOperation.class)
public final class ExplainBundle implements AdminOperation<ExplainBundle.Which, ExplainBundle.Explanation> {

    private final BundleContext context;
    private final Extensions extensions;
    private final CoreBundles core;

    /** Looks at nothing yet. */
    @Activate
    public ExplainBundle(
            BundleContext context, @Reference Extensions extensions, @Reference ServiceComponentRuntime runtime) {
        this.context = context;
        this.extensions = extensions;
        this.core = new CoreBundles(context, new Components(runtime));
    }

    @Override
    public String noun() {
        return "bundle";
    }

    @Override
    public String verb() {
        return "explain";
    }

    @Override
    public String help() {
        return "Says what became of one bundle, and why";
    }

    /** It only looks. */
    @Override
    public boolean changes() {
        return false;
    }

    @Override
    public Class<Which> arguments() {
        return Which.class;
    }

    @Override
    public Explanation run(Which which) {
        Optional<VerdictBook.Entry> entry = extensions.book().find(which.name());
        if (entry.isPresent()) {
            Bundle bundle = context.getBundle(entry.get().bundle());
            List<String> components = bundle == null ? List.of() : core.componentsOf(bundle);
            Path file = entry.get().file();
            return explanation(BundleRow.of(entry.get()), file.toString(), components, settings(file));
        }
        Bundle bundle = core.find(which.name()).orElseThrow(() -> unknown(which.name()));
        BundleRow row = core.rows().stream()
                .filter(one -> one.name().equals(which.name()))
                .findFirst()
                .orElseThrow(() -> unknown(which.name()));
        return explanation(row, bundle.getLocation(), core.componentsOf(bundle), List.of());
    }

    static OperationProblem unknown(String name) {
        return new OperationProblem(
                OperationProblem.Reason.NOT_FOUND,
                "There is no bundle " + name + ". `svc bundle list` names all of them.");
    }

    /** None when the jar cannot be read: that is its verdict already. */
    private static List<String> settings(Path file) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return MetatypeFiles.settings(zip);
        } catch (IOException | Refusal e) {
            return List.of();
        }
    }

    private static Explanation explanation(BundleRow row, String file, List<String> components, List<String> settings) {
        return new Explanation(
                row.name(),
                row.version(),
                row.state(),
                row.kind(),
                row.reason(),
                row.remedy(),
                file,
                components,
                settings);
    }

    /**
     * The arguments.
     *
     * @param name the symbolic name, or the name of the file
     */
    record Which(
            @Positional @Help("the bundle's name, or that of its file")
            String name) {}

    /**
     * The answer: as in the list, and where it lies and how its components are.
     *
     * @param file the jar
     * @param components each with a word on its state
     * @param settings the configuration keys of an extension, each with how it is set
     */
    record Explanation(
            String name,
            String version,
            String state,
            String kind,
            @Nullable String reason,
            @Nullable String remedy,
            String file,
            List<String> components,
            List<String> settings) {}
}
