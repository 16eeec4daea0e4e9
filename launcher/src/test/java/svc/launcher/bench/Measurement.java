package svc.launcher.bench;

import java.nio.file.Path;
import java.util.List;

/** A part of {@code make bench}. */
interface Measurement {

    /**
     * Measures.
     *
     * @param directory an empty directory, deleted afterwards
     */
    List<Figure> on(Jdk jdk, Path directory) throws Exception;
}
