package svc.auth;

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
import svc.api.identity.AppPasswords.AppPassword;
import svc.api.identity.AppPasswords.Made;
import svc.api.identity.Authenticator.Presented;
import svc.api.identity.Door;
import svc.auth.Identities.NewAccount;

/** Every record of this bundle that holds a secret, and those of the contract: none of them prints it. */
class SecretRecordsTest {

    private static final String CANARY = "canary-6f1";

    /** Under these names records hold secrets. */
    private static final Set<String> SECRETS =
            Set.of("password", "secret", "token", "text", "authorization", "query", "proofs", "hash");

    /** What is a text there is for everybody. */
    private static final Set<String> OPEN = Set.of("Address", "Domain", "Nonce");

    private static final Account ANN = new Account(1, "t1", "ann@example.org", "Ann");

    private static final Map<Class<?>, Object> VALUES = Map.ofEntries(
            Map.entry(boolean.class, false),
            Map.entry(long.class, 1L),
            Map.entry(Account.class, ANN),
            Map.entry(Address.class, Address.of("ann@example.org").orElseThrow()),
            Map.entry(Door.class, Door.PLAIN),
            Map.entry(Instant.class, Instant.EPOCH),
            Map.entry(TokenHash.class, TokenHash.of(CANARY)),
            Map.entry(AppPassword.class, new AppPassword(1, "phone", Instant.EPOCH)),
            Map.entry(NewAccount.class, Given.account("ann@example.org", "correct horse", null)),
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
                .contains("Presented", "Made", "Credentials", "SignedIn", "Ticket", "Field", "FreshToken", "NewAccount")
                .contains("Identity", "Wanted", "Created", "Update", "Arguments");
    }

    private static List<Class<?>> records() throws Exception {
        Path classes = Path.of(Identities.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<Class<?>> records = new ArrayList<>(List.of(Presented.class, Made.class));
        try (Stream<Path> files = Files.list(classes.resolve("svc/auth"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                Class<?> type = Class.forName("svc.auth." + name);
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
