package svc.blobs.files;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.Reason;

/** {@code svc blobs rotate-key}: from now on blobs are written with new data keys. */
@Component(service = AdminOperation.class)
public final class RotateKeyOperation
        implements AdminOperation<RotateKeyOperation.Arguments, RotateKeyOperation.Rotated> {

    private final FileBlobs blobs;

    /** Acts when asked. */
    @Activate
    public RotateKeyOperation(@Reference FileBlobs blobs) {
        this.blobs = blobs;
    }

    @Override
    public String noun() {
        return "blobs";
    }

    @Override
    public String verb() {
        return "rotate-key";
    }

    @Override
    public String help() {
        return "Write new blobs with new data keys; those that are there stay readable with the ones before";
    }

    @Override
    public Class<Arguments> arguments() {
        return Arguments.class;
    }

    @Override
    public Rotated run(Arguments arguments) {
        try {
            Set<String> all = blobs.folder().organizations();
            String one = arguments.organization();
            if (one != null && !all.contains(one)) {
                throw new OperationProblem(
                        Reason.NOT_FOUND, "The organization " + one + " has no blobs; see that its id is right.");
            }
            Set<String> some = one == null ? all : Set.of(one);
            blobs.rings().rotate(some);
            return new Rotated(some.size());
        } catch (IOException e) {
            throw KeyRefusal.of(e);
        }
    }

    @Override
    public boolean offline() {
        return true;
    }

    /**
     * Whose.
     *
     * @param organization the id of an organization
     */
    public record Arguments(
            @Nullable @Help("the id of the only organization whose key is changed")
            String organization) {}

    /**
     * What was done.
     *
     * @param organizations how many organizations have a new key
     */
    public record Rotated(int organizations) {}
}
