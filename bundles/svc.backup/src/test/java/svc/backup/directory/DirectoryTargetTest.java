package svc.backup.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.backup.api.BackupTarget;
import svc.backup.api.BackupTarget.StoredObject;

final class DirectoryTargetTest {

    @TempDir
    Path temp;

    private Path folder;
    private DirectoryTarget target;

    @BeforeEach
    void open() throws IOException {
        folder = temp.resolve("a/target");
        target = DirectoryTarget.create(folder);
    }

    private byte[] read(String name, long offset, long length) throws IOException {
        try (InputStream in = target.read(name, offset, length)) {
            return in.readAllBytes();
        }
    }

    @Test
    void storesReadsListsAndDeletes() throws IOException {
        assertThat(target.put("packs/b", new byte[] {1, 2, 3, 4, 5})).isTrue();
        assertThat(target.put("packs/a", new byte[] {9})).isTrue();
        assertThat(target.put("repo", new byte[0])).isTrue();
        assertThat(read("packs/b", 1, 3)).containsExactly(2, 3, 4);
        assertThat(read("packs/b", 3, 100)).containsExactly(4, 5);
        assertThat(read("packs/b", 9, 1)).isEmpty();
        assertThat(target.list(""))
                .containsExactly(
                        new StoredObject("packs/a", 1), new StoredObject("packs/b", 5), new StoredObject("repo", 0));
        assertThat(target.list("packs/b")).containsExactly(new StoredObject("packs/b", 5));
        assertThat(target.list("runs/")).isEmpty();
        target.delete("packs/b");
        target.delete("packs/b");
        target.delete("runs/none");
        assertThat(target.list("packs/")).containsExactly(new StoredObject("packs/a", 1));
        assertThatThrownBy(() -> read("packs/b", 0, 1)).isInstanceOf(NoSuchFileException.class);
        assertThat(target.freeBytes()).isPresent();
    }

    @Test
    void existingObjectIsNotReplaced() throws IOException {
        target.put("runs/a", new byte[] {1});
        assertThat(target.put("runs/a", new byte[] {2})).isFalse();
        assertThat(read("runs/a", 0, 9)).containsExactly(1);
        assertThat(unfinished()).isEmpty();
    }

    @Test
    void objectAppearsAtItsCommit() throws IOException {
        try (BackupTarget.Upload upload = target.create("packs/a")) {
            upload.write(new byte[] {1, 2, 3}, 1, 2);
            assertThat(target.list("")).isEmpty();
            assertThat(upload.commit()).isTrue();
        }
        assertThat(read("packs/a", 0, 9)).containsExactly(2, 3);
    }

    @Test
    void uncommittedObjectIsDiscarded() throws IOException {
        try (BackupTarget.Upload upload = target.create("packs/a")) {
            upload.write(new byte[5], 0, 5);
        }
        BackupTarget.Upload abandoned = target.create("packs/b");
        abandoned.write(new byte[5], 0, 5);
        assertThat(unfinished()).hasSize(1);
        target.discardUnfinished();
        assertThat(unfinished()).isEmpty();
        assertThat(target.list("")).isEmpty();
        abandoned.close();
    }

    private java.util.List<Path> unfinished() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve(".unfinished"))) {
            return files.toList();
        }
    }

    @Test
    void onlyTheOwnerHasAccess() throws IOException {
        target.put("packs/a", new byte[1]);
        for (Path path :
                new Path[] {folder.getParent(), folder, folder.resolve("packs"), folder.resolve(".unfinished")}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .as(path.toString())
                    .isEqualTo("rwx------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("packs/a"))))
                .isEqualTo("rw-------");
    }

    @Test
    void symbolicLinksAreRefused() throws IOException {
        Path outside = Files.createDirectories(temp.resolve("outside"));
        Files.write(outside.resolve("a"), new byte[1]);
        Files.createSymbolicLink(folder.resolve("packs"), outside);
        assertThatThrownBy(() -> target.put("packs/b", new byte[1])).hasMessageContaining("symbolic link");
        assertThatThrownBy(() -> read("packs/a", 0, 1)).hasMessageContaining("symbolic link");
        target.delete("packs/a");
        assertThat(outside.resolve("a")).exists();
        assertThat(outside.resolve("b")).doesNotExist();
        assertThat(target.list("packs/")).isEmpty();
        assertThat(target.list("")).extracting(StoredObject::name).containsExactly("packs");
        Files.createDirectory(folder.resolve("index"));
        Files.createSymbolicLink(folder.resolve("index/a"), outside.resolve("a"));
        assertThatThrownBy(() -> read("index/a", 0, 1)).hasMessageContaining("symbolic link");
        assertThat(target.put("index/a", new byte[2])).isFalse();
        assertThat(outside.resolve("a")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "../a", "a/../b", "a//b", "/a", "a/", ".hidden", "a/.b", "a\\b", "a b", "ä"})
    void otherNamesAreRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> target.put(name, new byte[1]));
        assertThatIllegalArgumentException().isThrownBy(() -> read(name, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> target.delete(name));
    }

    @Test
    void folderMustExistToBeOpened() {
        assertThatThrownBy(() -> DirectoryTarget.open(temp.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }
}
