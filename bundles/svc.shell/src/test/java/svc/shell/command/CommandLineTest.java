package svc.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.shell.Platform;
import svc.shell.Platform.Finished;
import svc.testkit.Covers;

/** The command line in a process of its own, as the launcher runs it if no server answers. */
class CommandLineTest {

    @TempDir
    private static Path home;

    private static Platform platform;
    private static Platform console;

    @TempDir
    private static Path other;

    @BeforeAll
    static void start() throws Exception {
        platform = Platform.boot(home, "server");
        console = Platform.boot(other, "console");
    }

    @AfterAll
    static void stop() throws Exception {
        platform.close();
        console.close();
    }

    private static Finished run(String line) {
        return platform.console("", true, line.split(" ", -1));
    }

    @Test
    void aRecordIsLinesOfKeyAndValue() {
        assertThat(run("version")).isEqualTo(new Finished(0, """
                        version             0.40.0
                        migrations_applied  12
                        schema.core         7
                        """, ""));
    }

    @Test
    void aListIsATableAndNothingInItSteersTheTerminal() {
        assertThat(run("ban list").out()).isEqualTo("""
                        IP         NOTE
                        ::1
                        192.0.2.1  evil\\u001b[2J

                        total  2
                        """);
        assertThat(run("doctor").out()).isEqualTo("""
                        CHECK  STATUS  DETAIL  REMEDY
                        a      ok      fine
                        b      fail    broken  repair it
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "verison | 2 | did you mean version?",
                "ban | 2 | needs one of list, remove",
                "ban lst | 2 | did you mean list?",
                "ban frobnicate | 2 | There are list, remove.",
                "ban remove | 2 | ip is missing. Usage: svc ban remove IP",
                "ban remove a b | 2 | one too many",
                "ban remove a --nte x | 2 | did you mean --note?",
                "ban remove a --note | 2 | --note needs a value",
                "ban remove a --note x --note y | 2 | given twice",
                "ban remove 192.0.2.9 | 1 | is not banned",
                "ban remove nowhere | 2 | nowhere is no address",
                "logs level info --seconds x | 2 | must be a whole number",
                "account create a --quota-bytes 2XB | 2 | must be a size such as 2GB, 500 MB, 1GiB or 4096",
                "statsu | 2 | There is no command svc statsu",
                "shel | 2 | did you mean shell?",
                "completion | 2 | svc completion bash",
                "logs level loud | 2 | must be one of info, very-loud",
                "account create a --password hunter2 --quota-bytes 1 | 2 | --password-stdin",
                "account create a --password=hunter2 --quota-bytes 1 | 2 | --password-stdin",
                "account create a --password-stdin --quota-bytes 1 | 2 | Standard input is empty",
                "account create a --labels x | 2 | takes KEY=VALUE",
            })
    @Covers("CLI-01")
    void errorsNameTheRemedyAndExitCodesDistinguishUsageFromRefusal(String line, int exit, String words) {
        Finished finished = run(line);
        assertThat(finished.err()).startsWith("svc: ").contains(words).doesNotContain("hunter2");
        assertThat(finished.out()).isEmpty();
        assertThat(finished.exit()).isEqualTo(exit);
    }

    @Test
    void flagsMayComeInAnyOrderAndForm() {
        Finished finished = platform.console(
                "pass\nword\n",
                true,
                "account",
                "create",
                "--quota-bytes",
                "2GB",
                "--no-admin",
                "--domain=a",
                "--password-stdin",
                "--labels=k=v",
                "--",
                "--odd@b");
        assertThat(finished).isEqualTo(new Finished(0, """
                        email            --odd@b
                        password_length  9
                        quota            2 GB
                        admin            false
                        domains          a
                        labels.k         v
                        """, ""));
    }

    @Test
    void aFileIsMeantFromWhereTheCommandWasTyped() {
        assertThat(run("file show ../a.jar").out()).isEqualTo("file  /some/a.jar\n");
        assertThat(run("file show /x/a.jar").out()).isEqualTo("file  /x/a.jar\n");
    }

    @Test
    void helpIsMadeFromTheDeclarations() {
        Finished all = run("help");
        assertThat(all.exit()).isZero();
        assertThat(all.out())
                .contains("\nServer\n", "  account     create", "  ban         list, remove", "  version", "--json")
                .contains("  shell ", "  init ", "  run ", "  completion ");
        assertThat(all.out().lines().count()).as("lines of svc help").isLessThan(50);
        Finished noun = run("help account");
        assertThat(noun.out())
                .contains(
                        "svc account create EMAIL --password-stdin --quota-bytes SIZE [--[no-]admin] [--domain TEXT…] [--labels KEY=VALUE]",
                        "REST: POST /admin/v1/accounts");
        assertThat(run("logs level --help").out()).contains("One of info, very-loud.", "Otherwise 900.");
        assertThat(run("help nothing").exit()).isEqualTo(2);
        assertThat(platform.console("", true).out()).isEqualTo(all.out());
    }

    @Test
    void withoutAServerOnlyWhatWorksOfflineRuns() {
        assertThat(console.console("", true, "file", "show", "a").exit()).isZero();
        assertThat(console.console("", false, "doctor").exit()).isEqualTo(2);
        Finished locked = console.console("", false, "file", "show", "a");
        assertThat(locked.exit()).isEqualTo(3);
        assertThat(locked.err()).contains("Another process has locked this home");
        Finished online = console.console("", true, "version");
        assertThat(online.exit()).isEqualTo(3);
        assertThat(online.err()).contains("svc run");
        assertThat(console.console("", true, "help").exit()).isZero();
    }

    @Test
    void commandsRequestTheStoreOrTheExtensionsThatTheyNeed() {
        console.steps.clear();
        assertThat(console.console("", true, "file", "show", "a").exit()).isZero();
        assertThat(console.console("", true, "file").exit()).isEqualTo(2);
        assertThat(console.console("", false, "guest").exit()).isEqualTo(2);
        assertThat(console.steps).isEmpty();
        assertThat(console.console("", true, "file", "keep", "a").exit()).isZero();
        assertThat(console.console("", true, "guest").err()).contains("There is no command svc guest.");
        assertThat(console.console("", true, "file", "guest").exit()).isEqualTo(2);
        assertThat(console.console("", true, "help", "guest").exit()).isEqualTo(2);
        assertThat(console.steps).containsExactly("migrate", "console", "console", "console");
    }

    @Test
    void aStartRefusalAlsoRejectsCommandsThatNeedTheStore() {
        console.refusal = "The database is newer.\n     Install the newer release.";
        Finished kept = console.console("", true, "file", "keep", "a");
        Finished unknown = console.console("", true, "guest");
        console.refusal = "";
        assertThat(kept).isEqualTo(new Finished(1, "", "svc: The database is newer. Install the newer release.\n"));
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err())
                .contains("There is no command svc guest.")
                .contains("An extension may offer it, but none can be started: The database is newer. Install");
    }

    @Test
    void inConsoleModeThereIsNoSocket() {
        assertThat(console.service(java.util.function.Supplier.class, "(svc.launcher=socket)")
                        .get())
                .isEqualTo("");
        assertThat(other.resolve("run")).doesNotExist();
    }
}
