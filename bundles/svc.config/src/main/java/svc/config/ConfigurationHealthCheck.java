package svc.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/**
 * Health check of {@code svc.toml}: tests whether the next start accepts the file, and whether other users of the
 * machine can read the file.
 */
@Component(service = HealthCheck.class)
public final class ConfigurationHealthCheck implements HealthCheck {

    private static final Set<PosixFilePermission> OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private final Keys keys;
    private final Supplier<List<String>> check;
    private final Path file;

    @Activate
    public ConfigurationHealthCheck(
            @Reference Keys keys,
            @Reference(target = "(svc.launcher=configuration-check)") Supplier<List<String>> check,
            BundleContext context) {
        this(keys, check, Path.of(String.valueOf(context.getProperty("svc.home")), "svc.toml"));
    }

    ConfigurationHealthCheck(Keys keys, Supplier<List<String>> check, Path file) {
        this.keys = keys;
        this.check = check;
        this.file = file;
    }

    @Override
    public String family() {
        return "config";
    }

    @Override
    public List<Finding> run() {
        return List.of(validity(), mode());
    }

    private Finding validity() {
        List<ProblemLine> problems = ProblemLine.parse(check.get());
        if (problems.isEmpty()) {
            return Finding.ok("config-valid", "The next start accepts the configuration.");
        }
        ProblemLine first = problems.get(0);
        if (!first.refuses()) {
            return Finding.warn("config-valid", first.place() + ": " + first.sentence(), first.remedy())
                    .with(Map.of("warnings", problems.size()));
        }
        return Finding.fail(
                        "config-valid",
                        "The next start refuses the configuration: " + first.place() + ": " + first.sentence(),
                        first.remedy() + " `svc config check` names every problem.")
                .with(Map.of("problems", (int)
                        problems.stream().filter(ProblemLine::refuses).count()));
    }

    private Finding mode() {
        try {
            if (!Files.isRegularFile(file)
                    || !file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                return Finding.skipped(
                        "config-file-mode", "There is no configuration file whose mode could be checked.");
            }
            boolean secrets = keys.all().stream().anyMatch(key -> key.secret() && key.set());
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            return secrets && permissions.stream().anyMatch(OTHERS::contains)
                    ? Finding.warn(
                            "config-file-mode",
                            "The file " + file + " holds secrets, and others than its owner may read or write it.",
                            "Run `chmod 600 " + file + "`.")
                    : Finding.ok("config-file-mode", "Only the owner of svc.toml can read its secrets.");
        } catch (IOException e) {
            return Finding.fail(
                    "config-file-mode",
                    "The mode of " + file + " cannot be read: " + e.getMessage() + ".",
                    "Make sure that the file exists and that the user that runs svc can read it.");
        }
    }
}
