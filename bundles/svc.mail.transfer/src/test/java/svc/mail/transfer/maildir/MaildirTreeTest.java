package svc.mail.transfer.maildir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.mail.transfer.format.MessageMetadata;
import svc.mail.transfer.format.Origin;
import svc.mail.transfer.format.RecordingSink;
import svc.mail.transfer.mbox.MboxTree;

final class MaildirTreeTest {

    @TempDir
    private Path directory;

    @Test
    void readsFoldersFlagsAndTimes() throws IOException {
        Path root = directory.resolve("md");
        Files.setLastModifiedTime(
                file(root, "cur/1.a.host:2,FRS", "A: 1\r\n"), FileTime.from(Instant.ofEpochSecond(1_000)));
        file(root, "new/2.b.host", "A: 2\n");
        file(root, "tmp/3.c.host", "never delivered");
        file(root, ".Sent/cur/4.d.host:2,SPTD", "A: 4");
        file(root, ".Old.2024.Entw&APw-rfe/cur/5.e.host:2,ab", "A: 5");
        file(root, ".Old.2024.Entw&APw-rfe/dovecot-keywords", "0 Work\n1 $Label1\nx y\n99 z\n");
        file(root, "plain/inner/new/6.f.host", "A: 6");
        Files.createDirectories(root.resolve(".Empty/cur"));

        RecordingSink taken = read(root);

        assertThat(taken.refused).isEmpty();
        assertThat(taken.folders)
                .containsExactlyInAnyOrder(
                        List.of(),
                        List.of("Sent"),
                        List.of("Old", "2024", "Entwürfe"),
                        List.of("plain", "inner"),
                        List.of("Empty"));
        assertThat(taken.texts()).containsExactlyInAnyOrder("A: 1\r\n", "A: 2\n", "A: 4", "A: 5", "A: 6");
        assertThat(message(taken, "A: 1\r\n").marks())
                .isEqualTo(new MessageMetadata(Set.of("$flagged", "$answered", "$seen"), Instant.ofEpochSecond(1_000)));
        assertThat(message(taken, "A: 4").marks().words()).containsExactlyInAnyOrder("$seen", "$forwarded", "$draft");
        assertThat(message(taken, "A: 5").marks().words()).containsExactlyInAnyOrder("work", "$label1");
        assertThat(message(taken, "A: 5").folder()).containsExactly("Old", "2024", "Entwürfe");
        assertThat(message(taken, "A: 2\n").origin()).isEqualTo(new Origin("new/2.b.host", ""));
        assertThat(new MaildirTree(root).units()).isEqualTo(5);
    }

    @Test
    void symbolicLinksAreNotFollowed() throws IOException {
        Path root = directory.resolve("md");
        Path outside = file(directory, "outside/cur/1.a", "secret");
        file(root, "cur/2.b", "A: 2");
        Files.createSymbolicLink(root.resolve("cur/3.c"), outside);
        Files.createSymbolicLink(root.resolve(".Linked"), directory.resolve("outside"));
        Files.createSymbolicLink(root.resolve("cur/4.loop"), root);
        Files.createSymbolicLink(root.resolve("new"), directory.resolve("outside/cur"));
        Files.createDirectory(root.resolve("cur/5.folder"));

        RecordingSink taken = read(root);

        assertThat(taken.texts()).containsExactly("A: 2");
        assertThat(taken.refused)
                .anySatisfy(line -> assertThat(line).contains("cur/3.c", "symbolic link"))
                .anySatisfy(line -> assertThat(line).contains(".Linked", "symbolic link"))
                .anySatisfy(line -> assertThat(line).contains("cur/4.loop", "symbolic link"))
                .anySatisfy(line -> assertThat(line).contains("new", "symbolic link"))
                .anySatisfy(line -> assertThat(line).contains("cur/5.folder"));
    }

    @Test
    void mboxFilesInFoldersBecomeMailboxes() throws IOException {
        String message = "From a Sat Jan  3 01:05:34 1996\nA: b\n";
        Path root = directory.resolve("mb");
        file(root, "Inbox", message);
        file(root, "Inbox.msf", "no mail");
        file(root, "Old.sbd/2024.mbox", message);
        file(root, "a%2Fb.mbox", message);
        file(root, "Empty.mbox", "");
        file(root, "broken.mbox", "x");
        file(root, ".svc-mail-export", "x");
        Files.createSymbolicLink(root.resolve("linked.mbox"), root.resolve("Inbox"));
        RecordingSink taken = new RecordingSink();

        new MboxTree(root).read(taken);

        assertThat(MaildirTree.isOne(root)).isFalse();
        assertThat(taken.messages.stream().map(RecordingSink.Message::folder))
                .containsExactlyInAnyOrder(List.of("Inbox"), List.of("Old", "2024"), List.of("a/b"));
        assertThat(taken.folders).contains(List.of("Empty"));
        assertThat(taken.refused)
                .anySatisfy(line -> assertThat(line).contains("broken.mbox"))
                .anySatisfy(line -> assertThat(line).contains("linked.mbox"))
                .hasSize(2);
    }

    private static RecordingSink read(Path root) throws IOException {
        assertThat(MaildirTree.isOne(root)).isTrue();
        RecordingSink taken = new RecordingSink();
        new MaildirTree(root).read(taken);
        return taken;
    }

    private static RecordingSink.Message message(RecordingSink taken, String text) {
        return taken.messages.stream()
                .filter(one -> one.text().equals(text))
                .findFirst()
                .orElseThrow();
    }

    private static Path file(Path root, String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
