package svc.extensions.operations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Positional;
import svc.extensions.framework.ComponentStates;
import svc.extensions.jar.MetatypeFiles;
import svc.extensions.lifecycle.Extensions;
import svc.extensions.lifecycle.FolderEditor;
import svc.extensions.status.ExtensionStatusTable;
import svc.extensions.status.RefusedException;

/** The operations {@code svc bundle}. */
@Component
public final class BundleOperations implements OperationGroup {

    private static final String FILE = "the jar, on the server's machine";
    private static final String NAME = "the name of the bundle or of its file";

    private final BundleContext context;
    private final Extensions extensions;
    private final CoreBundles core;
    private final FolderEditor folder;

    @Activate
    public BundleOperations(
            BundleContext context, @Reference Extensions extensions, @Reference ServiceComponentRuntime runtime) {
        this.context = context;
        this.extensions = extensions;
        this.core = new CoreBundles(context, new ComponentStates(runtime));
        this.folder = new FolderEditor(extensions);
    }

    @Operation(command = "bundle list", help = "List all bundles with their states")
    public List<BundleView> list() {
        List<BundleView> rows = new ArrayList<>(
                extensions.statuses().entries().stream().map(BundleView::of).toList());
        rows.addAll(core.rows());
        return rows;
    }

    @Operation(command = "bundle install", help = "Copy a jar into extensions/ and show its state")
    public OperationResult<BundleView> install(@Positional @Help(FILE) Path file) {
        Path source = FolderEditor.readable(file);
        Path target = extensions.directory().resolve(String.valueOf(source.getFileName()));
        Optional<Path> same = Files.exists(target)
                ? Optional.of(target)
                : FolderEditor.facts(source).flatMap(facts -> folder.find(facts.name()));
        if (same.isPresent()) {
            throw new OperationException(
                    Reason.CONFLICT,
                    "It is there already, as extensions/" + same.get().getFileName()
                            + ". Use `svc bundle update` instead.");
        }
        return result(BundleView.of(folder.put(source, target)));
    }

    @Operation(command = "bundle update", help = "Replace the jar of a bundle in extensions/ and show its state")
    public OperationResult<BundleView> update(
            @Positional @Help(FILE) Path file,
            @Help("keep the new version even if it waits, for example for a missing key") boolean force) {
        return result(new BundleUpdate(extensions, folder).update(file, force));
    }

    /** The operation also works without a server, because a jar may prevent the server from starting. */
    @Operation(
            command = "bundle remove",
            help = "Remove a bundle from extensions/ and list what remains of it",
            needs = Needs.HOME)
    public BundleRemoval.Removal remove(
            @Positional @Help(NAME) String name,
            @Help("put a # before the lines of svc.toml that set its keys") boolean commentOutConfig) {
        return new BundleRemoval(context, folder).remove(name, commentOutConfig);
    }

    /** Returns the result; the exit code is 1 when the jar is refused. */
    private static OperationResult<BundleView> result(BundleView row) {
        return new OperationResult<>(row, row.isRefused() ? 1 : 0, "");
    }

    @Operation(command = "bundle explain", help = "Show the state of a bundle and the reason", readOnly = true)
    public Explanation explain(@Positional @Help(NAME) String name) {
        Optional<ExtensionStatusTable.Entry> entry = extensions.statuses().find(name);
        if (entry.isPresent()) {
            Bundle bundle = context.getBundle(entry.get().bundle());
            List<String> components = bundle == null ? List.of() : core.componentsOf(bundle);
            Path file = entry.get().file();
            return explanation(BundleView.of(entry.get()), file.toString(), components, settings(file));
        }
        Bundle bundle = core.find(name).orElseThrow(() -> unknown(name));
        BundleView row = core.rows().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
        return explanation(row, bundle.getLocation(), core.componentsOf(bundle), List.of());
    }

    static OperationException unknown(String name) {
        return new OperationException(
                Reason.NOT_FOUND, "There is no bundle " + name + ". `svc bundle list` names all of them.");
    }

    /**
     * Returns the settings of a jar; none when the jar cannot be read, because its status already contains the reason.
     */
    private static List<String> settings(Path file) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return MetatypeFiles.settings(zip);
        } catch (IOException | RefusedException e) {
            return List.of();
        }
    }

    private static Explanation explanation(
            BundleView row, String file, List<String> components, List<String> settings) {
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
     * The response: the columns of the list, and the file, components and settings of the bundle.
     *
     * @param file the jar
     * @param components one line for each component with its states
     * @param settings the configuration keys of an extension, each with the way to set it
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
