package svc.extensions;

import java.nio.file.Path;
import svc.api.operation.AdminOperation;
import svc.api.operation.Help;
import svc.api.operation.Positional;

/** An operation that puts a jar into the folder and says what became of it; the exit code is 1 when it is refused. */
abstract class PutBundle implements AdminOperation<PutBundle.What, BundleRow> {

    private final Extensions extensions;
    private final FolderChange folder;

    PutBundle(Extensions extensions) {
        this.extensions = extensions;
        this.folder = new FolderChange(extensions);
    }

    final Path directory() {
        return extensions.directory();
    }

    final FolderChange folder() {
        return folder;
    }

    /** Puts the jar there. */
    abstract BundleRow put(Path source);

    @Override
    public final String noun() {
        return "bundle";
    }

    @Override
    public final Class<What> arguments() {
        return What.class;
    }

    @Override
    public final BundleRow run(What what) {
        return put(FolderChange.readable(what.file()));
    }

    @Override
    public final int exit(BundleRow row) {
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
