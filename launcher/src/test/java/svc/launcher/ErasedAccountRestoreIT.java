package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** An account that was erased after a backup does not come back with the restore of this backup. */
@Covers("BAK-05")
final class ErasedAccountRestoreIT {

    private static final String ERASED = "canary-of-ann-address@erased.test";
    private static final String KEPT = "bob@erased.test";
    private static final List<String> WORDS =
            List.of("canary-of-ann-address", "canary-of-ann-name", "canary-of-ann-subject");

    @TempDir
    private Path directory;

    /** Makes a backup, and erases an account while the repository is out of reach. */
    private void backUpAndErase(BackupRepository repository) throws Exception {
        Path folder = repository.folder();
        Path away = directory.resolve("away");
        try (RunningServer server = repository.server(directory.resolve("lost"))) {
            assertThat(repository.init(server).exit()).isZero();
            MailUser ann = MailUser.of(server, ERASED);
            ann.bring("From: a@b.test", "Subject: canary-of-ann-subject", "", "canary-of-ann-text");
            String id = ann.who().accountId();
            assertThat(server.command("", "account", "update", id, "--name", "canary-of-ann-name")
                            .exit())
                    .isZero();
            MailUser.of(server, KEPT).bring("From: a@b.test", "Subject: kept", "", "text");
            assertThat(server.command("", "backup", "run").exit()).isZero();
            ByteScan scan = new ByteScan(server.home(), WORDS);
            assertThat(scan.missing()).as("what is looked for can be seen").isEmpty();
            Files.move(folder, away);
            assertThat(server.admin("DELETE", "/accounts/" + id, "").statusCode())
                    .isEqualTo(202);
            server.await(
                    "erased", () -> server.admin("GET", "/accounts/" + id, "").statusCode() == 404);
            assertThat(server.command("", "backup", "prune").exit()).isEqualTo(1);
            Files.move(away, folder);
            assertThat(folder.resolve("erased")).doesNotExist();
            assertThat(server.command("", "backup", "prune").exit()).isZero();
            assertThat(folder.resolve("erased").resolve(id)).exists();
            assertThat(server.command("", "backup", "verify", "--all").exit()).isZero();
            assertThat(server.terminate()).isZero();
        }
    }

    @Test
    void anErasedAccountDoesNotComeBack() throws Exception {
        BackupRepository repository = BackupRepository.in(directory);
        backUpAndErase(repository);
        Path home = directory.resolve("bare");
        SvcCommand.Finished restored = repository.restore(home, "--json");
        assertThat(restored.exit()).as(restored.toString()).isZero();
        assertThat(OperationInterface.json(restored.out())
                        .path("erased_accounts")
                        .asInt())
                .isEqualTo(1);
        ByteScan scan = new ByteScan(home, WORDS);
        assertThat(scan.found()).as("the backup contains the account").isNotEmpty();
        try (RunningServer server = SvcCommand.svc().start(home).ready()) {
            assertThat(server.command("", "account", "list", "--json").out())
                    .contains(KEPT)
                    .doesNotContain(ERASED);
            assertThat(SignedIn.login(server, ERASED, SignedIn.PASSWORD).statusCode())
                    .isEqualTo(401);
            SignedIn bob = SignedIn.again(server, KEPT);
            assertThat(MailCalls.texts(new MailUser(bob, BlobClient.of(bob))
                            .call("Email/query", "'filter':{'subject':'kept'}")
                            .path("ids")))
                    .hasSize(1);
            assertThat(scan.found()).isEqualTo(Set.of());
            assertThat(server.terminate()).isZero();
        }
        assertThat(scan.found()).isEqualTo(Set.of());
    }
}
