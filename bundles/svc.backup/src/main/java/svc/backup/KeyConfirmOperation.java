package svc.backup;

import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Secret;
import svc.api.time.Clock;
import svc.backup.KeyConfirmations.Confirmation;
import svc.backup.format.BackupException;
import svc.backup.key.BackupKey;

/** The operation that asks for two of the 24 words of the backup key, so that a lost copy is noticed in time. */
@Component
public final class KeyConfirmOperation implements OperationGroup {

    private final Repositories repositories;
    private final KeyConfirmations confirmations;
    private final Clock clock;

    @Activate
    public KeyConfirmOperation(
            @Reference Repositories repositories, @Reference KeyConfirmations confirmations, @Reference Clock clock) {
        this.repositories = repositories;
        this.confirmations = confirmations;
        this.clock = clock;
    }

    /**
     * The words that are asked for.
     *
     * @param asked their numbers, from 1
     * @param confirmedAt when they were given; null if they are asked for
     */
    public record Asked(
            String keyFingerprint,
            List<Integer> asked,
            @Nullable Instant confirmedAt) {}

    @Operation(
            command = "backup confirm-key",
            help = "Ask for two of the 24 words of the backup key, or confirm them",
            routes = "POST /backup/key-confirmations")
    public OperationResult<Asked> confirm(
            @Secret
                    @Help(
                            "the two words, in the order of their numbers; without them, the command shows which words it asks for")
                    @Nullable
                    String words) {
        return BackupOperations.guarded(() -> {
            BackupKey key = key();
            LocalDate today = LocalDate.ofInstant(clock.now(), ZoneOffset.UTC);
            List<Integer> asked = asked(key, today);
            if (words == null) {
                return new OperationResult<>(
                        new Asked(key.fingerprint(), asked, null),
                        0,
                        "Look up the words " + asked.get(0) + " and " + asked.get(1)
                                + " in your copy of the 24 words, and run: echo WORD WORD | svc backup confirm-key"
                                + " --words-stdin");
            }
            // The day can have changed since the command showed which words it asks for.
            if (Stream.of(asked, asked(key, today.minusDays(1))).noneMatch(numbers -> matches(key, numbers, words))) {
                throw new BackupException("These are not the words " + asked.get(0) + " and " + asked.get(1)
                        + " of the key. If you have lost your copy, create another repository with a new key: move "
                        + repositories.home().resolve(Repositories.KEY)
                        + " to a safe place, and run `svc backup init --to TARGET`.");
            }
            Instant now = clock.now();
            confirmations.save(new Confirmation(key.fingerprint(), now));
            return new OperationResult<>(new Asked(key.fingerprint(), asked, now), 0, "");
        });
    }

    private BackupKey key() throws IOException {
        if (repositories.recipient().isPresent()) {
            throw new BackupException(
                    "The words of the identity restore the backups, and this server does not know them:"
                            + " `svc backup drill-elsewhere` shows that they do.");
        }
        return repositories
                .key()
                .orElseThrow(() -> new BackupException("This home has no backup key. Run `svc backup init`."));
    }

    /** Selects two words, others on each day. */
    static List<Integer> asked(BackupKey key, LocalDate day) {
        byte[] bytes = key.derive("confirm " + day, "HMAC").getEncoded();
        int count = key.words().size();
        int first = Math.floorMod(bytes[0], count);
        int second = (first + 1 + Math.floorMod(bytes[1], count - 1)) % count;
        return List.of(Math.min(first, second) + 1, Math.max(first, second) + 1);
    }

    private static boolean matches(BackupKey key, List<Integer> asked, String words) {
        List<String> expected =
                asked.stream().map(number -> key.words().get(number - 1)).toList();
        return Arrays.asList(words.toLowerCase(Locale.ROOT).trim().split("\\s+"))
                .equals(expected);
    }
}
