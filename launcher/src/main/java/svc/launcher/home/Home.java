package svc.launcher;

import java.nio.file.Path;

/** Where one server keeps everything of its own. */
record Home(Path directory) {

    Path configuration() {
        return directory.resolve("svc.toml");
    }

    Path data() {
        return directory.resolve("data");
    }

    Path extensions() {
        return directory.resolve("extensions");
    }

    Path cache() {
        return directory.resolve("cache");
    }

    Path run() {
        return directory.resolve("run");
    }
}
