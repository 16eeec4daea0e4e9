package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;

/**
 * The examples of the operations on backups.
 *
 * @param to receives the examples
 * @param tables a file beside which repositories are written
 */
record BackupOperationExamples(OperationExamples to, Path tables) {

    /** Returns the setting of the repository of backups that the examples use. */
    static String backupTarget(Path dir) {
        return "backup.target=\"" + dir.resolve("backup") + "\"";
    }

    /** Creates this repository. */
    static void createRepository(RunningServer server, Path dir) {
        SvcCommand.Finished created = server.command(
                "", "backup", "init", "--to", dir.resolve("backup").toString(), "--same-disk");
        assertThat(created.exit()).as(created.toString()).isZero();
    }

    void add() {
        to.changes("backup init", "{'to':'" + tables.resolveSibling("backup-<domain>") + "','same_disk':true}");
        to.changes("backup run", "{}");
        to.changes(
                OperationExamples.after("backup prune"),
                "backup prune",
                "{}"); // The first one also marks the backups of other examples.
        to.changes(
                subject -> {
                    subject.say("<account>");
                    subject.run("", "backup run");
                },
                "backup restore-account",
                "{'account':'<account>','mailbox':'Restored'}");
        to.changes(OperationExamples.after("backup run"), "backup drill", "{}");
        to.changes(BackupOperationExamples::oldestRun, "backup record-drill", "{'run':'<run>'}");
        to.changes("backup confirm-key", "{}");
        to.reads("backup show-key", "{}");
        to.reads("backup list", "{}");
        to.reads("backup plan", "{}");
        to.reads("backup verify", "{'all':true}");
    }

    /** The oldest backup is the same for all subjects. */
    private static void oldestRun(OperationSubject subject) {
        JsonNode runs = subject.run("", "backup list");
        subject.know(
                "run",
                runs.isEmpty()
                        ? subject.run("", "backup run").path("id").asText()
                        : runs.path(runs.size() - 1).path("id").asText());
    }
}
