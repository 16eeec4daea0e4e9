package svc.launcher.bench;

import java.nio.file.Path;
import java.util.List;

/** One part of what {@code make bench} measures. */
interface Measurement {

    /**
     * Measures.
     *
     * @param directory an empty one, deleted afterwards
     */
    List<Figure> on(Jdk jdk, Path directory) throws Exception;
}
