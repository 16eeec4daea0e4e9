package svc.extensions.operations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.extensions.jar.JarFacts;
import svc.extensions.jar.JarInspection;
import svc.extensions.lifecycle.Extensions;
import svc.extensions.lifecycle.FolderEditor;
import svc.extensions.status.Causes;
import svc.extensions.status.ExtensionStatus;
import svc.extensions.status.ExtensionStatus.State;
import svc.extensions.status.ExtensionStatusTable.Entry;
import svc.extensions.status.RefusedException;

/**
 * Replaces a jar of the folder by a new version under the new file name. Restores the old jar when the new jar is
 * refused, or when the new jar waits although the old jar was active.
 */
final class BundleUpdate {
    private final Extensions extensions;
    private final FolderEditor folder;

    BundleUpdate(Extensions extensions, FolderEditor folder) {
        this.extensions = extensions;
        this.folder = folder;
    }

    BundleView update(Path file, boolean force) {
        Path source = FolderEditor.readable(file);
        JarFacts facts = sound(source);
        Path old = folder.find(facts.name())
                .orElseThrow(() -> new OperationException(
                        Reason.NOT_FOUND,
                        "There is no bundle " + facts.name() + " in extensions/. Use `svc bundle install` instead."));
        Path target = old.resolveSibling(String.valueOf(source.getFileName()));
        if (!target.equals(old) && Files.exists(target)) {
            throw new OperationException(
                    Reason.CONFLICT,
                    "The file extensions/" + target.getFileName() + " belongs to another bundle. Rename " + source
                            + ".");
        }
        return replace(source, old, target, !force && wasActive(old));
    }

    private boolean wasActive(Path file) {
        return extensions.statuses().entries().stream()
                .anyMatch(entry -> entry.file().equals(file) && entry.verdict().is(State.ACTIVE));
    }

    private BundleView replace(Path source, Path old, Path target, boolean mustRun) {
        Path before = old.resolveSibling("." + old.getFileName() + ".before");
        try {
            Files.copy(old, before, StandardCopyOption.REPLACE_EXISTING);
            Entry entry = folder.put(source, target, old);
            boolean back = entry.verdict().is(State.REFUSED)
                    || (mustRun && entry.verdict().is(State.WAITING));
            return back ? goBack(entry, folder.put(before, old, target)) : BundleView.of(entry);
        } catch (IOException e) {
            throw new OperationException(
                    Reason.CONFLICT,
                    "The folder " + extensions.directory() + " cannot be changed: " + Causes.brief(e) + ".");
        } finally {
            delete(before);
        }
    }

    private static BundleView goBack(Entry tried, Entry back) {
        ExtensionStatus verdict = tried.verdict();
        boolean waits = verdict.is(State.WAITING);
        ExtensionStatus refused = ExtensionStatus.refused(
                (waits ? "The new version would wait: " : "") + verdict.reason() + " The previous version, "
                        + back.version() + ", was restored and is "
                        + back.verdict().state().word() + ".",
                verdict.remedy() + (waits ? " Or keep the new version with --force." : ""));
        return BundleView.of(tried.name(), tried.version(), "extension", refused);
    }

    private static JarFacts sound(Path source) {
        try {
            return JarInspection.inspect(source);
        } catch (RefusedException refusal) {
            ExtensionStatus verdict = refusal.verdict();
            throw new OperationException(Reason.INVALID, verdict.reason() + " " + verdict.remedy());
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The name begins with a dot, so the file is not loaded as an extension; the next update overwrites it.
            return;
        }
    }
}
