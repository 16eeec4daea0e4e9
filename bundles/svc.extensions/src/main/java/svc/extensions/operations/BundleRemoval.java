package svc.extensions;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.Positional;

/**
 * {@code svc bundle remove NAME}: deletes a jar of the folder and names what is left of it. Works without a server too: it
 * is the way out when a jar keeps the server from starting.
 */
@Component(service = AdminOperation.class)
public final class RemoveBundle implements AdminOperation<RemoveBundle.Which, RemoveBundle.Removal> {

    private final BundleContext context;
    private final FolderChange folder;

    /** Changes nothing yet. */
    @Activate
    public RemoveBundle(BundleContext context, @Reference Extensions extensions) {
        this.context = context;
        this.folder = new FolderChange(extensions);
    }

    @Override
    public String noun() {
        return "bundle";
    }

    @Override
    public String verb() {
        return "remove";
    }

    @Override
    public String help() {
        return "Removes a bundle from extensions/ and names what is left of it";
    }

    @Override
    public Class<Which> arguments() {
        return Which.class;
    }

    @Override
    public boolean offline() {
        return true;
    }

    @Override
    public Removal run(Which which) {
        Path file = folder.find(which.name()).orElseThrow(() -> missing(which.name()));
        Optional<JarFacts> facts = FolderChange.facts(file);
        folder.take(file);
        Optional<Leftovers> left = facts.map(known -> Leftovers.of(Path.of(context.getProperty("svc.home")), known));
        return new Removal(
                facts.map(JarFacts::name).orElse(which.name()),
                String.valueOf(file.getFileName()),
                left.map(Leftovers::lines).orElse(List.of()),
                left.flatMap(Leftovers::tables).orElse(null));
    }

    private OperationProblem missing(String name) {
        for (Bundle bundle : context.getBundles()) {
            if (name.equals(bundle.getSymbolicName())) {
                return new OperationProblem(
                        OperationProblem.Reason.CONFLICT,
                        name + " is a part of the server itself. Only what lies in extensions/ can be removed.");
            }
        }
        return ExplainBundle.unknown(name);
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
     * What was removed and what is left.
     *
     * @param name the bundle
     * @param file the file that is gone
     * @param delete the lines to delete from {@code svc.toml}, without values
     * @param tables what to do about its tables
     */
    record Removal(
            String name,
            String file,
            List<String> delete,
            @Nullable String tables) {}
}
