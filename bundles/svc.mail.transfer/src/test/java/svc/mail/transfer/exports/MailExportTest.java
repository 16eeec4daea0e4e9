package svc.mail.transfer.exports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Progress;
import svc.api.store.Scope;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.UidStore;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.mail.transfer.Format;
import svc.mail.transfer.TransferServices;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Tests the export of messages with the flag {@code \Deleted}, which only clients of IMAP see. */
final class MailExportTest {

    @RegisterExtension
    static final BundleServer SERVER = BundleServer.withMailStorage("svc.mail.transfer");

    private static final int MESSAGES = 250;

    @TempDir
    private Path directory;

    private final LocalMailUser ann = LocalMailUser.of(SERVER, SERVER.newUser().email());

    @BeforeEach
    void fill() {
        ann.bring("Subject: kept", "", "1");
        ann.bring("Subject: marked", "", "2");
        ann.bring("Subject: marked in the inbox only", "", "3");
        UidStore uids = SERVER.service(UidStore.class);
        long inbox = inbox();
        uids.open(scope(), inbox);
        SERVER.store().write(scope(), tx -> {
            long archive =
                    SERVER.service(MailStore.class).mailbox(tx, "archive").orElseThrow();
            uids.copy(tx, inbox, List.of(3L), archive);
            uids.store(tx, inbox, List.of(2L, 3L), new FlagChange(FlagMode.ADD, Set.of("$seen"), true));
            return tx;
        });
    }

    private Scope scope() {
        return TransferServices.scope(ann.who().account());
    }

    private long inbox() {
        MailStore mail = SERVER.service(MailStore.class);
        return SERVER.store()
                .<Long>read(scope(), snapshot -> mail.mailbox(snapshot, "inbox").orElseThrow());
    }

    private ExportReport export(Format format, Path to, Progress progress) {
        OperationResult<ExportReport> result = SERVER.service(OperationGroup.class, MailExport.class)
                .run(new MailExport.Arguments(ann.who().email(), to, format, null), AuditRecorder.NONE, progress);
        return result.value();
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void maildirContainsMarkedMessagesWithTheFlagT() throws IOException {
        Path to = directory.resolve("maildir");
        ExportReport report = export(Format.MAILDIR, to, Progress.UNSEEN);
        assertThat(report.exported()).isEqualTo(4);
        assertThat(report.keywordsLeftOut()).isZero();
        assertThat(files(to.resolve("cur")))
                .hasSize(3)
                .filteredOn(name -> name.endsWith(":2,ST"))
                .hasSize(2);
        assertThat(files(to.resolve(".Archive/cur")))
                .singleElement()
                .asString()
                .as("not marked in this mailbox")
                .endsWith(":2,S");
    }

    @Test
    void mboxContainsMarkedMessagesWithTheFlagD() throws IOException {
        Path to = directory.resolve("mbox");
        assertThat(export(Format.MBOX, to, Progress.UNSEEN).exported()).isEqualTo(4);
        String inbox = Files.readString(to.resolve("INBOX.mbox"), StandardCharsets.US_ASCII);
        assertThat(inbox.split("\nX-Status: D\nX-Keywords: \n", -1)).hasSize(3);
        assertThat(inbox).contains("Subject: marked\r\n", "Subject: marked in the inbox only\r\n");
        assertThat(Files.readString(to.resolve("Archive.mbox"), StandardCharsets.US_ASCII))
                .contains("\nX-Status: \n", "marked in the inbox only");
    }

    @Test
    void continuesAfterAnInterruptionWithEachMessageOnce() throws IOException {
        for (int i = 4; i <= MESSAGES; i++) {
            ann.bring("Subject: s" + i, "", "text " + i);
        }
        UidStore uids = SERVER.service(UidStore.class);
        List<Long> odd =
                Stream.iterate(5L, uid -> uid <= MESSAGES, uid -> uid + 2).toList();
        long inbox = inbox();
        SERVER.store().write(scope(), tx -> {
            uids.store(tx, inbox, odd, new FlagChange(FlagMode.ADD, Set.of(), true));
            return tx;
        });
        Path to = directory.resolve("maildir");
        int runs = 1;
        while (!export(Format.MAILDIR, to, (done, total, what) -> false).complete()) {
            runs++;
        }
        assertThat(runs).as("a run is interrupted after each portion").isGreaterThan(2);
        assertThat(files(to.resolve("cur")))
                .hasSize(MESSAGES)
                .filteredOn(name -> name.endsWith("T"))
                .hasSize(odd.size() + 2);
    }
}
