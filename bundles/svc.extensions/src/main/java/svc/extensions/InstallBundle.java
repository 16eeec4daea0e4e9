package svc.extensions;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.Positional;

/** {@code svc bundle install FILE}: copies a jar into the folder and says what became of it. */
@Component(service = AdminOperation.class)
public final class InstallBundle implements AdminOperation<InstallBundle.What, BundleRow> {

    private final Extensions extensions;
    private final FolderChange folder;

    /** Changes nothing yet. */
    @Activate
    public InstallBundle(@Reference Extensions extensions) {
        this.extensions = extensions;
        this.folder = new FolderChange(extensions);
    }

    @Override
    public String noun() {
        return "bundle";
    }

    @Override
    public String verb() {
        return "install";
    }

    @Override
    public String help() {
        return "Copies a jar into extensions/ and says what became of it";
    }

    @Override
    public Class<What> arguments() {
        return What.class;
    }

    @Override
    public BundleRow run(What what) {
        Path source = FolderChange.readable(what.file());
        Path target = extensions.directory().resolve(String.valueOf(source.getFileName()));
        Optional<Path> same = Files.exists(target)
                ? Optional.of(target)
                : FolderChange.facts(source).flatMap(facts -> folder.find(facts.name()));
        if (same.isPresent()) {
            throw new OperationProblem(
                    OperationProblem.Reason.CONFLICT,
                    "It is there already, as extensions/" + same.get().getFileName()
                            + ". Use `svc bundle update` instead.");
        }
        return BundleRow.of(folder.put(source, target));
    }

    @Override
    public int exit(BundleRow row) {
        return row.isRefused() ? 1 : 0;
    }

    /**
     * The arguments.
     *
     * @param file the jar
     */
    record What(
            @Positional @Help("the jar, on the server's machine")
            Path file) {}
}
