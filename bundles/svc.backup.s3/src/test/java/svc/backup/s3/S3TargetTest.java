package svc.backup.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.backup.api.BackupTarget;
import svc.backup.api.BackupTarget.StoredObject;
import svc.testkit.ManualClock;

final class S3TargetTest {

    @TempDir
    Path temp;

    @SuppressWarnings("NullAway.Init") // opened by each test
    private S3Fixture s3;

    @SuppressWarnings("NullAway.Init") // opened by each test
    private BackupTarget target;

    private void open(boolean locked) throws IOException {
        s3 = new S3Fixture(temp, new ManualClock(), locked ? S3Fixture.days(7) : Optional.empty());
        s3.lockRequired = locked;
        target = s3.open();
    }

    @AfterEach
    void stop() throws IOException {
        s3.close();
    }

    private byte[] read(String name, long offset, long length) throws IOException {
        try (InputStream in = target.read(name, offset, length)) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void storesReadsListsAndDeletes(boolean locked) throws IOException {
        open(locked);
        assertThat(target.put("packs/b", new byte[] {1, 2, 3, 4, 5})).isTrue();
        assertThat(target.put("packs/a", new byte[] {9})).isTrue();
        assertThat(target.put("repo", new byte[0])).isTrue();
        assertThat(read("packs/b", 1, 3)).containsExactly(2, 3, 4);
        assertThat(read("packs/b", 3, 100)).containsExactly(4, 5);
        assertThat(read("packs/b", 9, 1)).isEmpty();
        assertThat(read("packs/b", 0, 0)).isEmpty();
        assertThat(target.list(""))
                .containsExactly(
                        new StoredObject("packs/a", 1), new StoredObject("packs/b", 5), new StoredObject("repo", 0));
        assertThat(target.list("packs/b")).containsExactly(new StoredObject("packs/b", 5));
        assertThat(target.list("runs/")).isEmpty();
        s3.clock.leap(Duration.ofDays(8));
        target.delete("packs/b");
        target.delete("packs/b");
        target.delete("runs/none");
        assertThat(target.list("packs/")).containsExactly(new StoredObject("packs/a", 1));
        assertThatThrownBy(() -> read("packs/b", 0, 1)).isInstanceOf(NoSuchFileException.class);
        assertThat(s3.stub.storage.objects).containsOnlyKeys("a/b/packs/a", "a/b/repo");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void existingObjectIsNotReplaced(boolean locked) throws IOException {
        open(locked);
        target.put("runs/a", new byte[] {1});
        assertThat(target.put("runs/a", new byte[] {1})).isFalse();
        try (BackupTarget.Upload upload = target.create("runs/a")) {
            upload.write(new byte[] {2}, 0, 1);
            assertThat(upload.commit()).isFalse();
        }
        assertThat(read("runs/a", 0, 9)).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = S3Stub.Fault.class,
            names = {"UNAVAILABLE", "DROPPED", "LOSES_RESPONSE"})
    void requestIsRepeatedWithGrowingPauses(S3Stub.Fault fault) throws IOException {
        open(true);
        s3.stub.fail(fault, call -> call < 5);
        assertThat(target.put("runs/a", new byte[] {1})).isTrue();
        assertThat(s3.pauses)
                .containsExactly(
                        Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofSeconds(8));
        s3.stub.fail(fault, call -> true);
        assertThatThrownBy(() -> target.list("")).isInstanceOf(S3Exception.class);
        assertThat(s3.stub.calls).hasSize(5);
    }

    @Test
    void restOfABrokenResponseIsRequestedAgain() throws IOException {
        open(false);
        byte[] content = new byte[300_000];
        content[299_999] = 7;
        target.put("packs/a", content);
        s3.stub.fail(S3Stub.Fault.CUT, call -> call == 1);
        assertThat(read("packs/a", 0, 1_000_000)).isEqualTo(content);
        s3.stub.fail(S3Stub.Fault.CUT, call -> true);
        assertThatThrownBy(() -> target.list("")).hasMessageContaining("ends connections too early");
    }

    @Test
    void listHasManyPages() throws IOException {
        open(true);
        List<String> names = IntStream.range(10, 30).mapToObj(n -> "packs/" + n).toList();
        for (String name : names) {
            target.put(name, new byte[1]);
            target.put("lock/" + name.substring(6), new byte[1]);
            target.delete("lock/" + name.substring(6));
        }
        assertThat(target.list("")).extracting(StoredObject::name).isEqualTo(names);
        s3.stub.storage.lock = Optional.empty();
        s3.lockRequired = false;
        assertThat(s3.open().list("packs/")).extracting(StoredObject::name).isEqualTo(names);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "../a", "a/../b", "a//b", "/a", "a/", ".hidden", "a/.b", "a\\b", "a b", "ä"})
    void otherNamesAreRefused(String name) throws IOException {
        open(false);
        assertThatIllegalArgumentException().isThrownBy(() -> target.put(name, new byte[1]));
        assertThatIllegalArgumentException().isThrownBy(() -> read(name, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> target.delete(name));
    }
}
