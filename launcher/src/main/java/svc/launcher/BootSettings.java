package svc.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What the launcher needs of the strict configuration. */
interface BootSettings {

    /** The properties of every component's configuration, by PID, with some more jars taken into account. */
    Map<String, Map<String, Object>> properties(List<Path> moreJars);

    /** Every key with its value, source and meaning; secrets are not in it. */
    List<Map<String, Object>> keys();

    /** One text of one table, as configured or by default. */
    default String text(String pid, String key, String otherwise) {
        Object value = properties(List.of()).getOrDefault(pid, Map.of()).get(key);
        return value == null ? otherwise : value.toString();
    }
}
