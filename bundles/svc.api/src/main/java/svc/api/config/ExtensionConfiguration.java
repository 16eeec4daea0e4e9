package svc.api.config;

import java.nio.file.Path;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The configuration of the jars that come and go while the server runs. What {@code svc.toml} said at the start holds for
 * everything else until the next start.
 *
 * <p>Threading: any thread; calls wait for each other. An admission reads {@code svc.toml} and the jar, some milliseconds.
 */
@ProviderType
public interface Settings {

    /**
     * Reads {@code svc.toml} anew with the keys that the jar declares, as strictly as a start would. Call it before the
     * bundle's components start: when all is well, their configurations are there when it returns.
     *
     * @param jar the file of the bundle; one that was admitted before is read anew, and a bundle of the same symbolic name
     *     in another file is replaced by it
     * @return what is wrong, each with its remedy; then nothing has changed. Empty when the jar is admitted
     */
    List<Problem> admit(Path jar);

    /**
     * Takes the configurations away that only this jar had. Also for a jar that was there at the start. Nothing happens for
     * one that was never admitted, and for one whose bundle another jar has replaced.
     */
    void release(Path jar);

    /**
     * What is wrong.
     *
     * @param place the file with line and column, the flag of the command line, or the jar
     * @param sentence one sentence that says what is wrong, never with a secret
     * @param remedy one sentence that says what to do
     */
    record Problem(String place, String sentence, String remedy) {}
}
