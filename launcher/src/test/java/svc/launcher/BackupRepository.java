package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
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

    /** Confirms two of the words, as the command asks for them. */
    static void confirmKey(RunningServer server, Path words) throws IOException {
        List<String> lines = Files.readAllLines(words);
        JsonNode asked = OperationInterface.json(
                        server.command("", "backup", "confirm-key", "--json").out())
                .path("asked");
        StringBuilder answer = new StringBuilder();
        asked.forEach(number ->
                answer.append(lines.get(number.asInt() - 1).split(" ", -1)[1]).append(' '));
        SvcCommand.Finished confirmed =
                server.command(answer.toString(), "backup", "confirm-key", "--words-stdin", "--json");
        assertThat(confirmed.out()).contains("\"confirmed_at\"");
    }

    /** Restores with the words of another file. */
    SvcCommand.Finished restore(Path home, Path otherWords, String... more) {
        List<String> all = new ArrayList<>(
                List.of("backup", "restore", "--from", folder.toString(), "--words-file", otherWords.toString()));
        all.addAll(Arrays.asList(more));
        return SvcCommand.svc().in(home, all.toArray(String[]::new));
    }
}
