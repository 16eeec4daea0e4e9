package svc.auth.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.identity.Account;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.QueryCredentials;
import svc.auth.api.AppPassword;
import svc.auth.crypto.TokenHash;
import svc.auth.storage.AccountStore.NewAccount;

/** No record of this bundle or of its API prints a secret. */
class SecretRecordsTest {

    private static final String CANARY = "canary-6f1";

    /** The names of record components that hold secrets. */
    private static final Set<String> SECRETS =
            Set.of("password", "secret", "token", "text", "authorization", "query", "proofs", "hash");

    /** Records whose component {@code text} is not a secret. */
    private static final Set<String> OPEN = Set.of("EmailAddress", "Domain", "Nonce");

    private static final Account ANN = new Account(1, "t1", "ann@example.org", "Ann");

    private static final Map<Class<?>, Object> VALUES = Map.ofEntries(
            Map.entry(boolean.class, false),
            Map.entry(long.class, 1L),
            Map.entry(Account.class, ANN),
            Map.entry(EmailAddress.class, EmailAddress.of("ann@example.org").orElseThrow()),
            Map.entry(QueryCredentials.class, QueryCredentials.NONE),
            Map.entry(Instant.class, Instant.EPOCH),
            Map.entry(TokenHash.class, TokenHash.of(CANARY)),
            Map.entry(AppPassword.class, new AppPassword("phone", Instant.EPOCH, null)),
            Map.entry(NewAccount.class, OperatorInput.account("ann@example.org", "correct horse", null)),
            Map.entry(String.class, "x"),
            Map.entry(Optional.class, Optional.empty()),
            Map.entry(List.class, List.of()));

    @Test
    void noRecordPrintsItsSecret() throws Exception {
        List<String> looked = new ArrayList<>();
        List<String> printing = new ArrayList<>();
        for (Class<?> type : records()) {
            boolean secret = Arrays.stream(type.getRecordComponents()).anyMatch(SecretRecordsTest::secret);
            if (secret && !OPEN.contains(type.getSimpleName())) {
                looked.add(type.getSimpleName());
                if (made(type).toString().contains(CANARY)) {
                    printing.add(type.getName());
                }
            }
        }
        assertThat(printing).isEmpty();
        assertThat(looked)
                .contains(
                        "Credentials",
                        "AppPassword",
                        "LoginBody",
                        "SignedIn",
                        "Ticket",
                        "Field",
                        "FreshToken",
                        "NewAccount")
                .contains("StoredAccount", "Wanted", "Created", "Update", "Row");
    }

    private static List<Class<?>> records() throws Exception {
        Path classes = Path.of(AccountStore.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Class<?>> records = new ArrayList<>(List.of(Credentials.class));
        try (Stream<Path> files = Files.walk(classes.resolve("svc/auth"))) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".class")).toList()) {
                String name = classes.relativize(file)
                        .toString()
                        .replace(".class", "")
                        .replace('/', '.');
                Class<?> type = Class.forName(name);
                if (type.isRecord()) {
                    records.add(type);
                }
            }
        }
        return records;
    }

    private static boolean secret(RecordComponent component) {
        return SECRETS.contains(component.getName())
                && Set.of(String.class, Optional.class, List.class, TokenHash.class)
                        .contains(component.getType());
    }

    private static Object made(Class<?> type) throws Exception {
        RecordComponent[] components = type.getRecordComponents();
        Constructor<?> constructor = type.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return constructor.newInstance(
                Arrays.stream(components).map(SecretRecordsTest::value).toArray());
    }

    private static @Nullable Object value(RecordComponent component) {
        Class<?> type = component.getType();
        if (!secret(component) || type == TokenHash.class) {
            return VALUES.get(type);
        }
        return type == String.class ? CANARY : type == Optional.class ? (Object) Optional.of(CANARY) : List.of(CANARY);
    }
}
