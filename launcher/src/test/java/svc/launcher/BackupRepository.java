package svc.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A repository of backups in a folder.
 *
 * @param folder the folder
 * @param words the file of the 24 words
 */
record BackupRepository(Path folder, Path words) {

    static BackupRepository in(Path directory) {
        return new BackupRepository(directory.resolve("repository"), directory.resolve("words"));
    }

    /** Starts a server that makes its backups here. */
    RunningServer server(Path home) {
        return SvcCommand.svc()
                .start(home, "--set", "backup.target=\"" + folder + "\"")
                .ready();
    }

    SvcCommand.Finished init(RunningServer server) {
        return server.command(
                "", "backup", "init", "--to", folder.toString(), "--same-disk", "--words-file", words.toString());
    }

    SvcCommand.Finished restore(Path home, String... more) {
        return restore(home, words, more);
    }

    /** Restores with the words of another file. */
    SvcCommand.Finished restore(Path home, Path otherWords, String... more) {
        List<String> all = new ArrayList<>(
                List.of("backup", "restore", "--from", folder.toString(), "--words-file", otherWords.toString()));
        all.addAll(Arrays.asList(more));
        return SvcCommand.svc().in(home, all.toArray(String[]::new));
    }
}
