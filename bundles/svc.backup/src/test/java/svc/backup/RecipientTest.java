package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.backup.format.ChunkCipher.CHUNK;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.backup.directory.DirectoryTarget;
import svc.backup.format.BackupException;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.Repository;
import svc.backup.key.Identity;
import svc.backup.prune.Retention;
import svc.backup.write.SourceFile;
import svc.testkit.Covers;

/** A repository whose contents are encrypted to a recipient: the server writes them and cannot read them. */
@Covers("BAK-05")
final class RecipientTest {

    @TempDir
    Path temp;

    private final Identity identity = Identity.fresh(new SecureRandom());
    private Fixture fixture;
    private Path home;

    @BeforeEach
    void create() throws IOException {
        fixture = Fixture.withRecipient(DirectoryTarget.create(temp.resolve("target")), identity);
        home = temp.resolve("home");
        Fixture.write(home.resolve("blobs/large"), Fixture.bytes(1, 17 * CHUNK + 1));
        Fixture.write(home.resolve("secrets/blob.key"), Fixture.bytes(2, 32));
        Fixture.write(home.resolve("svc.db"), new byte[3 * CHUNK + 9]);
    }

    private String run() throws IOException {
        fixture.clock.leap(Duration.ofHours(1));
        return fixture.in(fixture.repository.target())
                .run(SourceFile.in(home, "", true))
                .id();
    }

    @Test
    void identityRestoresEveryRunAndTheServerNone() throws IOException {
        Map<String, String> before = Fixture.contents(home);
        String first = run();
        Fixture.write(home.resolve("blobs/new"), Fixture.bytes(3, 10));
        String second = run();
        Fixture reader = fixture.with(identity);
        assertThat(reader.repository.isReadable()).isTrue();
        assertThat(reader.repository.key().fingerprint()).isEqualTo(fixture.key.fingerprint());
        assertThat(reader.restore(first, temp.resolve("first"))).isEqualTo(before);
        assertThat(reader.restore(second, temp.resolve("second"))).isEqualTo(Fixture.contents(home));
        Fixture server = fixture.in(fixture.repository.target());
        assertThat(server.repository.isReadable()).isFalse();
        assertThatThrownBy(() -> server.restore(first, temp.resolve("server")))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("Only the identity of the recipient");
    }

    @Test
    void laterRunsReuseChunksThatTheServerCannotRead() throws IOException {
        run();
        long size = size();
        run();
        assertThat(size() - size).isLessThan(CHUNK);
    }

    private long size() throws IOException {
        return fixture.repository.target().list("packs/").stream()
                .mapToLong(object -> object.size())
                .sum();
    }

    @Test
    void theServerFindsAChangedByteInEachPack() throws IOException {
        run();
        Fixture server = fixture.in(fixture.repository.target());
        assertThat(server.verify().problems()).isEmpty();
        List<Path> packs;
        try (var files = Files.list(temp.resolve("target/packs"))) {
            packs = files.toList();
        }
        for (Path pack : packs) {
            byte[] bytes = Files.readAllBytes(pack);
            bytes[bytes.length / 2] ^= 1;
            Files.write(pack, bytes);
            assertThat(server.verify().problems()).hasSize(1);
            bytes[bytes.length / 2] ^= 1;
            Files.write(pack, bytes);
        }
    }

    @Test
    void theServerPrunesAndTheIdentityRestoresTheRest() throws IOException {
        run();
        Files.delete(home.resolve("blobs/large"));
        String second = run();
        Retention newest = new Retention(1, 0, 0, 0);
        Fixture server = fixture.in(fixture.repository.target());
        server.prune(newest);
        fixture.clock.leap(Duration.ofDays(2));
        server.prune(newest);
        assertThat(server.repository.runs()).containsExactly(second);
        assertThat(size()).isLessThan(4 * CHUNK);
        assertThat(fixture.with(identity).restore(second, temp.resolve("second")))
                .isEqualTo(Fixture.contents(home));
    }

    @Test
    void otherWordsAndChangedRecipientsAreRefused() throws IOException {
        assertThatThrownBy(() -> fixture.with(Identity.fresh(fixture.random)))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("The words of the identity of its recipient " + identity.recipient());
        Path repo = temp.resolve("target/repo");
        String text = Files.readString(repo);
        Identity thief = Identity.fresh(fixture.random);
        Files.writeString(
                repo,
                text.replace(identity.recipient().toString(), thief.recipient().toString()));
        assertThatThrownBy(() -> fixture.in(fixture.repository.target()))
                .isInstanceOf(DamagedObjectException.class)
                .hasMessageContaining("repo of the repository was changed");
    }

    /** The words of the key are not shown to the operator, but a thief of the server has the key. */
    @Test
    void keyOfTheServerDoesNotReadTheContents() throws IOException {
        run();
        Repositories other = new Repositories(temp.resolve("other"), new Configured(""), fixture.json, fixture.clock);
        assertThatThrownBy(() -> other.openWithWords(temp.resolve("target").toString(), fixture.key))
                .isInstanceOf(BackupException.class)
                .hasMessageContaining("The 24 words of its identity are needed");
        assertThat(other.openWithWords(temp.resolve("target").toString(), identity.words())
                        .isReadable())
                .isTrue();
    }

    @Test
    void configurationAndRepositoryHaveTheSameRecipient() throws IOException {
        Fixture.write(home.resolve(Repositories.KEY), fixture.key.toBytes());
        String target = temp.resolve("target").toString();
        Map<String, String> refusals = new TreeMap<>();
        for (String recipient : List.of(
                "",
                identity.recipient().toString(),
                Identity.fresh(fixture.random).recipient().toString(),
                "mistyped")) {
            Repositories repositories =
                    new Repositories(home, new Configured(target, recipient), fixture.json, fixture.clock);
            try {
                repositories.open();
            } catch (IOException e) {
                refusals.put(recipient, String.valueOf(e.getMessage()));
            }
        }
        assertThat(refusals).hasSize(3).doesNotContainKey(identity.recipient().toString());
        assertThat(refusals.get("")).contains("[backup] recipient is not set, and the recipient of the repository");
        assertThat(refusals.get("mistyped")).contains("mistyped");
        Repository plain = new Fixture(new MemoryTarget()).repository;
        assertThat(plain.recipient()).isEmpty();
        assertThat(plain.isReadable()).isTrue();
    }

    @Test
    void repositoriesWithoutARecipientHaveTheFormatOfEarlierVersions() throws IOException {
        new Fixture(DirectoryTarget.create(temp.resolve("plain")));
        assertThat(Files.readString(temp.resolve("plain/repo")))
                .contains("\"format\":1,")
                .doesNotContain("recipient", "wrapped");
        assertThat(Files.readString(temp.resolve("target/repo"))).contains("\"format\":2,");
    }
}
