package svc.launcher.home;

import java.nio.file.Path;

/** The directory with the configuration and data of one server. */
public record Home(Path directory) {

    public Path configuration() {
        return directory.resolve("svc.toml");
    }

    Path data() {
        return directory.resolve("data");
    }

    public Path extensions() {
        return directory.resolve("extensions");
    }

    public Path cache() {
        return directory.resolve("cache");
    }

    public Path run() {
        return directory.resolve("run");
    }
}
