package svc.extensions.lifecycle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.config.ExtensionConfiguration;

/** A fake of the configuration, which has its own tests. A jar that declares keys requires them in the file. */
public final class TomlSettings implements ExtensionConfiguration {

    private final Path toml;
    private final Set<String> admitted = ConcurrentHashMap.newKeySet();

    public TomlSettings(Path toml) {
        this.toml = toml;
    }

    public Set<String> admitted() {
        return Set.copyOf(admitted);
    }

    @Override
    public List<Problem> load(Path jar) {
        try {
            String text = Files.exists(toml) ? Files.readString(toml) : "";
            List<Problem> problems = FolderEditor.facts(jar).orElseThrow().keys().stream()
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
    public void unload(Path jar) {
        admitted.remove(String.valueOf(jar.getFileName()));
    }
}
