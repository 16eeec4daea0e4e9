package svc.extensions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.OperationProblem;

/** {@code svc bundle update FILE}: replaces a jar of the folder; when the new one is refused, the one before comes back. */
@Component(service = AdminOperation.class)
public final class UpdateBundle extends PutBundle {

    /** Changes nothing yet. */
    @Activate
    public UpdateBundle(@Reference Extensions extensions) {
        super(extensions);
    }

    @Override
    public String verb() {
        return "update";
    }

    @Override
    public String help() {
        return "Replaces the jar of a bundle in extensions/ and says what became of it";
    }

    @Override
    BundleRow put(Path source) {
        JarFacts facts = sound(source);
        Path target = folder().find(facts.name())
                .orElseThrow(() -> new OperationProblem(
                        OperationProblem.Reason.NOT_FOUND,
                        "There is no bundle " + facts.name() + " in extensions/. Use `svc bundle install` instead."));
        Path before = target.resolveSibling("." + target.getFileName() + ".before");
        try {
            Files.copy(target, before, StandardCopyOption.REPLACE_EXISTING);
            BundleRow row = BundleRow.of(folder().put(source, target));
            return row.isRefused() ? goBack(row, before, target) : row;
        } catch (IOException e) {
            throw new OperationProblem(
                    OperationProblem.Reason.CONFLICT,
                    "The folder " + directory() + " cannot be changed: " + Causes.brief(e) + ".");
        } finally {
            delete(before);
        }
    }

    private BundleRow goBack(BundleRow refused, Path before, Path target) {
        VerdictBook.Entry back = folder().put(before, target);
        return new BundleRow(
                refused.name(),
                refused.version(),
                refused.state(),
                refused.kind(),
                refused.reason() + " The version before, " + back.version() + ", is back and "
                        + back.verdict().state().word() + ".",
                refused.remedy());
    }

    private static JarFacts sound(Path source) {
        try {
            return JarInspection.inspect(source);
        } catch (Refusal refusal) {
            Verdict verdict = refusal.verdict();
            throw new OperationProblem(OperationProblem.Reason.INVALID, verdict.reason() + " " + verdict.remedy());
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Its name begins with a dot, so nobody takes it for an extension; the next update writes over it.
            return;
        }
    }
}
