package svc.api.config;

import java.nio.file.Path;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The configuration of bundles that are installed or removed while the server runs. Until the next start of the server,
 * all other bundles keep the configuration that was read from {@code svc.toml} at the last start.
 *
 * <p>Threading: thread-safe; concurrent calls are serialized. {@link #load} reads {@code svc.toml} and the jar, which
 * takes some milliseconds.
 */
@ProviderType
public interface ExtensionConfiguration {

    /**
     * Reads {@code svc.toml} again with the keys that the jar declares, as strictly as at a start. Call it before the
     * components of the bundle start: on success their configurations exist when this method returns.
     *
     * @param jar the file of the bundle. A jar that was loaded before is read again. It replaces a loaded jar that has
     *     the same symbolic name and is another file
     * @return the problems, each with its remedy; if there are any, nothing has changed. Empty on success
     */
    List<Problem> load(Path jar);

    /**
     * Removes the configurations that only this jar declares, also for a jar that was installed at the start. Does
     * nothing for a jar that was never loaded or that another jar has replaced.
     */
    void unload(Path jar);

    /**
     * A problem of the configuration.
     *
     * @param place the file with line and column, the flag of the command line, or the jar
     * @param sentence one sentence that describes the problem, without secrets
     * @param remedy one sentence that describes the remedy
     */
    record Problem(String place, String sentence, String remedy) {}
}
