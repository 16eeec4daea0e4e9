package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.Prerequisite;

/**
 * The mail library of Evolution uses an account of a whole server by IMAP with QRESYNC, while JMAP changes the same
 * account.
 */
@Tag("soak")
final class EvolutionImapIT extends ImapAndPopServer {

    private static final String PYTHON = "/usr/bin/python3"; // the one of Debian, which finds Debian's libraries

    @BeforeAll
    static void look() throws Exception {
        String imported = "import gi; gi.require_version('Camel', '1.2')";
        Prerequisite.installable(
                "EvolutionImapIT",
                Files.isExecutable(Path.of(PYTHON))
                        && new ProcessBuilder(PYTHON, "-c", imported)
                                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                                        .start()
                                        .waitFor()
                                == 0,
                "the mail library of Evolution is not installed: .ci/tools evolution");
    }

    @Test
    @Covers(value = "IMAP-01", part = "Evolution")
    void evolutionReadsAndChangesMailAndResynchronizes() throws Exception {
        ImapAccount ann = account("ann@evolution.test");
        String other = ann.newMailbox("Gr\u00fc\u00dfe");
        String one = ann.bring("one");
        String two = ann.bring("two");
        ann.bring("three");
        ann.bring("four");
        Path folder = home.resolve("evolution");
        Path script = ann.configuration("evolution.py", port("imap"), folder);

        assertThat(run(folder, script, "change"))
                .containsExactly(
                        "INBOX  one",
                        "INBOX  two",
                        "INBOX  three",
                        "INBOX  four",
                        "INBOX S one",
                        "INBOX F two",
                        "Gr\u00fc\u00dfe  three",
                        "Gr\u00fc\u00dfe  five");
        assertThat(ann.subjects("INBOX")).containsExactly("F two", "S one");
        assertThat(ann.subjects("Gr&APwA3w-e")).containsExactlyInAnyOrder(" three", " five");

        ann.mark(one, "$flagged");
        ann.move(two, other);
        ann.bring("six");
        assertThat(run(folder, script, "look"))
                .containsExactly(
                        "INBOX FS one",
                        "INBOX  six",
                        "Gr\u00fc\u00dfe  three",
                        "Gr\u00fc\u00dfe  five",
                        "Gr\u00fc\u00dfe F two");
    }

    /** Runs the script; returns the lines about messages among those of its output. */
    private static List<String> run(Path folder, Path script, String step) throws Exception {
        Path output = folder.resolve(step + ".out");
        ProcessBuilder builder = new ProcessBuilder(PYTHON, script.toString(), step)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment()
                .putAll(Map.of(
                        "HOME", folder.toString(),
                        "GSETTINGS_BACKEND", "memory",
                        "GIO_USE_NETWORK_MONITOR", "base", // also without a network
                        "PYTHONIOENCODING", "utf-8"));
        return UnpackedClient.finished(builder.start(), output, 0)
                .lines()
                .filter(line -> line.startsWith("* "))
                .map(line -> line.substring(2))
                .toList();
    }
}
