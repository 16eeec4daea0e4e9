package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.operation.OperationException;
import svc.backup.key.BackupKey;
import svc.backup.key.Identity;
import svc.json.JacksonJson;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.MigratedDatabaseFixture;

/** The confirmation of two words of the backup key, and what the doctor says of it. */
final class KeyConfirmationTest {

    @TempDir
    Path temp;

    private final AdvanceableClock clock = new AdvanceableClock();
    private final BackupKey key = BackupKey.fresh(new SecureRandom());
    private SqliteStore store;
    private KeyConfirmations confirmations;

    @BeforeEach
    void open() throws IOException {
        Path database = MigratedDatabaseFixture.in(temp, SqliteStore.class, KeyConfirmations.class);
        store = new SqliteStore(new MigratedDatabase(database), clock);
        confirmations = new KeyConfirmations(store);
        Fixture.write(temp.resolve("home").resolve(Repositories.KEY), key.toBytes());
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Repositories repositories(String target, String recipient) {
        return new Repositories(temp.resolve("home"), new Configured(target, recipient), new JacksonJson(), clock);
    }

    private KeyConfirmOperation.Asked confirm(@Nullable String words) {
        return new KeyConfirmOperation(repositories("/backup", ""), confirmations, clock)
                .confirm(words)
                .value();
    }

    private Finding finding(Repositories repositories) {
        List<Finding> findings = new BackupKeyCheck(repositories, confirmations).run();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    private String words(List<Integer> numbers) {
        return String.join(
                " ", numbers.stream().map(number -> key.words().get(number - 1)).toList());
    }

    @Test
    void theDoctorWarnsUntilTwoWordsAreConfirmed() {
        assertThat(finding(repositories("/backup", "")).status()).isEqualTo(Status.WARN);
        KeyConfirmOperation.Asked asked = confirm(null);
        assertThat(asked.confirmedAt()).isNull();
        assertThat(finding(repositories("/backup", "")).status()).isEqualTo(Status.WARN);
        assertThat(confirm(" " + words(asked.asked()).toUpperCase(Locale.ROOT) + "\n")
                        .confirmedAt())
                .isNotNull();
        assertThat(finding(repositories("/backup", "")).status()).isEqualTo(Status.OK);
    }

    @Test
    void otherWordsConfirmNothing() {
        List<Integer> asked = confirm(null).asked();
        for (String wrong : List.of(
                "",
                words(List.of(asked.get(0))),
                words(List.of(asked.get(1), asked.get(0))),
                String.join(" ", key.words()),
                "baba baba")) {
            assertThatThrownBy(() -> confirm(wrong))
                    .isInstanceOf(OperationException.class)
                    .hasMessageContaining("These are not the words")
                    .hasMessageNotContaining(words(asked));
        }
        assertThat(finding(repositories("/backup", "")).status()).isEqualTo(Status.WARN);
    }

    @Test
    void wordsOfTheDayBeforeAreAcceptedAndNotThoseOfEarlierDays() {
        List<Integer> asked = confirm(null).asked();
        clock.advance(Duration.ofDays(1));
        assertThat(confirm(words(asked)).confirmedAt()).isNotNull();
        while (isAccepted(asked)) {
            clock.advance(Duration.ofDays(1)); // A later day can have the same words.
        }
        assertThatThrownBy(() -> confirm(words(asked))).isInstanceOf(OperationException.class);
    }

    private boolean isAccepted(List<Integer> asked) {
        LocalDate today = LocalDate.ofInstant(clock.now(), ZoneOffset.UTC);
        return asked.equals(KeyConfirmOperation.asked(key, today))
                || asked.equals(KeyConfirmOperation.asked(key, today.minusDays(1)));
    }

    @Test
    void allWordsAreAskedForWithTime() {
        Set<Integer> seen = new HashSet<>();
        for (int day = 0; day < 400; day++) {
            List<Integer> asked = KeyConfirmOperation.asked(key, LocalDate.EPOCH.plusDays(day));
            assertThat(asked.get(0)).isBetween(1, asked.get(1) - 1);
            assertThat(asked.get(1)).isLessThanOrEqualTo(24);
            seen.addAll(asked);
        }
        assertThat(seen).hasSize(24);
    }

    @Test
    void aNewKeyIsToBeConfirmedAgain() throws IOException {
        confirm(words(confirm(null).asked()));
        Files.write(
                temp.resolve("home").resolve(Repositories.KEY),
                BackupKey.fresh(new SecureRandom()).toBytes());
        assertThat(finding(repositories("/backup", "")).status()).isEqualTo(Status.WARN);
    }

    @Test
    void withoutBackupsOrWithARecipientThereIsNothingToConfirm() {
        String recipient = Identity.fresh(new SecureRandom()).recipient().toString();
        assertThat(finding(repositories("", "")).status()).isEqualTo(Status.SKIPPED);
        assertThat(finding(repositories("/backup", recipient)).status()).isEqualTo(Status.SKIPPED);
        assertThat(finding(repositories("/backup", "mistyped")).status()).isEqualTo(Status.FAIL);
        assertThatThrownBy(() ->
                        new KeyConfirmOperation(repositories("/backup", recipient), confirmations, clock).confirm(null))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("drill-elsewhere");
    }
}
