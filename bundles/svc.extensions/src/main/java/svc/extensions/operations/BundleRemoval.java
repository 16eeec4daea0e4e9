package svc.extensions.operations;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.extensions.jar.JarFacts;
import svc.extensions.lifecycle.ConfigLines;
import svc.extensions.lifecycle.FolderEditor;
import svc.extensions.lifecycle.Leftovers;
import svc.extensions.status.Causes;

/** Deletes a jar of the folder and lists its remains. */
final class BundleRemoval {
    private final BundleContext context;
    private final FolderEditor folder;

    BundleRemoval(BundleContext context, FolderEditor folder) {
        this.context = context;
        this.folder = folder;
    }

    private static final String ADVICE =
            "The next start is refused while svc.toml has these lines. Delete them, or put a # before"
                    + " each; with --comment-out-config this command does it.";

    Removal remove(String name, boolean commentOutConfig) {
        Path file = folder.find(name).orElseThrow(() -> missing(name));
        Optional<JarFacts> facts = FolderEditor.facts(file);
        folder.take(file);
        Optional<Leftovers> left = facts.map(known -> Leftovers.of(home(), known));
        List<String> lines = left.map(Leftovers::lines).orElse(List.of());
        boolean comment = commentOutConfig && !lines.isEmpty();
        if (comment) {
            facts.ifPresent(known -> commentOut(known, lines));
        }
        return new Removal(
                facts.map(JarFacts::name).orElse(name),
                String.valueOf(file.getFileName()),
                comment ? List.of() : lines,
                comment ? lines : List.of(),
                comment || lines.isEmpty() ? null : ADVICE,
                left.flatMap(Leftovers::tables).orElse(null));
    }

    private Path home() {
        return Path.of(context.getProperty("svc.home"));
    }

    private void commentOut(JarFacts facts, List<String> lines) {
        try {
            ConfigLines.commentOut(home().resolve("svc.toml"), facts.keys());
        } catch (IOException e) {
            throw new OperationException(
                    Reason.CONFLICT,
                    "The bundle is removed, but svc.toml cannot be written: " + Causes.brief(e)
                            + ". Delete these lines before the next start: " + String.join(", ", lines) + ".");
        }
    }

    private OperationException missing(String name) {
        for (Bundle bundle : context.getBundles()) {
            if (name.equals(bundle.getSymbolicName())) {
                return new OperationException(
                        Reason.CONFLICT,
                        name + " is a part of the server itself. Only what lies in extensions/ can be removed.");
            }
        }
        return BundleOperations.unknown(name);
    }

    /**
     * The response.
     *
     * @param name the bundle
     * @param file the deleted file
     * @param delete the lines to delete from {@code svc.toml}, without values
     * @param commentedOut the lines of {@code svc.toml} that were commented out
     * @param config the advice for the lines to delete
     * @param tables the advice for the tables of the bundle
     */
    record Removal(
            String name,
            String file,
            List<String> delete,
            List<String> commentedOut,
            @Nullable String config,
            @Nullable String tables) {}
}
