package svc.extensions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.config.Settings;

/** Stands in for the strict configuration, which has its own tests: whoever declares keys needs them in the file. */
final class TomlSettings implements Settings {

    private final Path toml;
    private final Set<String> admitted = ConcurrentHashMap.newKeySet();

    TomlSettings(Path toml) {
        this.toml = toml;
    }

    Set<String> admitted() {
        return Set.copyOf(admitted);
    }

    @Override
    public List<Problem> admit(Path jar) {
        try {
            String text = Files.exists(toml) ? Files.readString(toml) : "";
            List<Problem> problems = FolderChange.facts(jar).orElseThrow().keys().stream()
                    .map(address -> address.substring(address.lastIndexOf('.') + 1))
                    .filter(key -> !text.contains(key + " ="))
                    .map(key -> new Problem(
                            "svc.toml:1:1", "The key " + key + " is missing.", "Add the line " + key + " = …."))
                    .toList();
            if (problems.isEmpty()) {
                admitted.add(String.valueOf(jar.getFileName()));
            }
            return problems;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void release(Path jar) {
        admitted.remove(String.valueOf(jar.getFileName()));
    }
}
