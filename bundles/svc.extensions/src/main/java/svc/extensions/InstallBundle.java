package svc.extensions;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.OperationProblem;

/** {@code svc bundle install FILE}: copies a jar into the folder and says what became of it. */
@Component(service = AdminOperation.class)
public final class InstallBundle extends PutBundle {

    /** Changes nothing yet. */
    @Activate
    public InstallBundle(@Reference Extensions extensions) {
        super(extensions);
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
    BundleRow put(Path source) {
        Path target = directory().resolve(String.valueOf(source.getFileName()));
        Optional<Path> same = Files.exists(target)
                ? Optional.of(target)
                : FolderChange.facts(source).flatMap(facts -> folder().find(facts.name()));
        if (same.isPresent()) {
            throw new OperationProblem(
                    OperationProblem.Reason.CONFLICT,
                    "It is there already, as extensions/" + same.get().getFileName()
                            + ". Use `svc bundle update` instead.");
        }
        return BundleRow.of(folder().put(source, target));
    }
}
