package svc.push.web.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.identity.Caller;
import svc.api.jmap.SetError;
import svc.push.web.subscription.DeliveredState;
import svc.push.web.subscription.Owner;
import svc.push.web.subscription.Subscription;
import svc.testkit.PushKeys;

class SubscriptionInputTest {

    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00.5Z");
    private static final Owner OWNER = new Owner(1, "d1", Caller.CredentialKind.SESSION);
    private static final String URL = "https://push.example.net/a";

    private static Map<String, @Nullable Object> good() {
        return new LinkedHashMap<>(Map.of("deviceClientId", "phone", "url", URL));
    }

    private static Subscription create(Map<String, @Nullable Object> given) {
        return new SubscriptionInput(given, NOW).create(7, OWNER, "code", new DeliveredState(1, 2));
    }

    private static Map<String, @Nullable Object> with(String property, @Nullable Object value) {
        Map<String, @Nullable Object> given = good();
        given.put(property, value);
        return given;
    }

    private static void assertRefused(Map<String, @Nullable Object> given, String property) {
        assertThatExceptionOfType(SetError.class)
                .as(given.toString())
                .isThrownBy(() -> create(given))
                .satisfies(error -> {
                    assertThat(error.type()).isEqualTo("invalidProperties");
                    assertThat(error.members().get("properties")).isEqualTo(List.of(property));
                    assertThat(error.getMessage()).endsWith(".").doesNotContain(URL);
                });
    }

    @Test
    void usesDefaultsForOmittedProperties() {
        Subscription made = create(good());
        assertThat(made.expires()).isEqualTo(Instant.parse("2030-01-31T00:00:00Z"));
        assertThat(made.types()).isEmpty();
        assertThat(made.keys()).isEmpty();
        assertThat(made.verified()).isFalse();
        Map<String, @Nullable Object> told = new SubscriptionInput(good(), NOW).responseOf(made);
        Map<String, @Nullable Object> expected = new HashMap<>(Map.of("id", "w7", "expires", "2030-01-31T00:00:00Z"));
        expected.put("keys", null);
        expected.put("types", null);
        expected.put("verificationCode", null);
        assertThat(told).isEqualTo(expected);
    }

    @Test
    void returnsOnlyPropertiesThatDifferFromTheInput() {
        PushKeys keys = PushKeys.fresh();
        Map<String, @Nullable Object> given = good();
        given.put("keys", Map.of("p256dh", keys.p256dh(), "auth", keys.auth()));
        given.put("types", List.of("Email", "Mailbox", "Email"));
        given.put("verificationCode", null);
        given.put("expires", "2030-01-03T00:00:00Z");
        Subscription made = create(given);
        assertThat(made.types()).hasValue(Set.of("Email", "Mailbox"));
        assertThat(made.keys()).isPresent();
        assertThat(new SubscriptionInput(given, NOW).responseOf(made)).isEqualTo(Map.of("id", "w7"));
        given.put("expires", "2031-01-01T00:00:00Z");
        assertThat(new SubscriptionInput(given, NOW).responseOf(create(given)))
                .isEqualTo(Map.of("id", "w7", "expires", "2030-01-31T00:00:00Z"));
        assertThat(SubscriptionValidation.LONGEST).isGreaterThanOrEqualTo(Duration.ofDays(7));
    }

    @Test
    void rejectsInvalidValuesWithTheirProperty() {
        for (Object client : Arrays.asList(null, "", "  ", 5, "x".repeat(256), "a\u0000b")) {
            assertRefused(with("deviceClientId", client), "deviceClientId");
        }
        for (Object url : Arrays.asList(null, 5, "", "push", "/push", "https://", URL + "#x")) {
            assertRefused(with("url", url), "url");
        }
        for (Object keys : List.of("x", Map.of(), Map.of("p256dh", "AA", "auth", "AA"))) {
            assertRefused(with("keys", keys), "keys");
        }
        for (Object expires : List.of(
                5,
                "tomorrow",
                "2029-12-31T23:59:59Z",
                "2030-01-01T00:00:00Z",
                "2030-02-30T00:00:00Z",
                "2030-01-02T00:00:00+01:00",
                "2030-01-02t00:00:00z")) {
            assertRefused(with("expires", expires), "expires");
        }
        for (Object types : List.of(
                "Email",
                List.of(1),
                List.of(""),
                List.of("a b"),
                List.of("a\nb"),
                List.of("x".repeat(65)),
                IntStream.range(0, 201).mapToObj(i -> "T" + i).toList())) {
            assertRefused(with("types", types), "types");
        }
        assertRefused(with("verificationCode", "code"), "verificationCode");
        assertRefused(with("id", "w7"), "id");
        assertRefused(with("color", "red"), "color");
        assertThat(create(with("types", List.of())).types()).hasValue(Set.of());
    }

    private static Subscription changed(Subscription before, Map<String, @Nullable Object> patch) {
        return new SubscriptionInput(patch, NOW).applyTo(before);
    }

    private static void assertUnchangeable(Subscription before, String property, @Nullable Object value) {
        Map<String, @Nullable Object> patch = new HashMap<>();
        patch.put(property, value);
        assertThatExceptionOfType(SetError.class)
                .as(patch.toString())
                .isThrownBy(() -> changed(before, patch))
                .satisfies(
                        error -> assertThat(error.members().get("properties")).isEqualTo(List.of(property)));
    }

    @Test
    void verifiesTheCode() {
        Subscription before = create(good());
        for (Object wrong : new Object[] {"", "cod", "code2", "Code", 5, List.of("code")}) {
            assertUnchangeable(before, "verificationCode", wrong);
        }
        Map<String, @Nullable Object> nothing = new HashMap<>();
        nothing.put("verificationCode", null);
        assertThat(changed(before, nothing).verified()).isFalse();
        Subscription verified = changed(before, Map.of("verificationCode", "code"));
        assertThat(verified.verified()).isTrue();
        assertThat(changed(verified, Map.of("verificationCode", "code")).verified())
                .isTrue();
        assertThat(changed(verified, Map.of("types", List.of("A"))).verified()).isTrue();
        assertUnchangeable(verified, "verificationCode", "other");
        assertUnchangeable(verified, "verificationCode", null);
    }

    @Test
    void rejectsChangesOfImmutableProperties() {
        PushKeys keys = PushKeys.fresh();
        Map<String, Object> given = Map.of("p256dh", keys.p256dh(), "auth", keys.auth());
        Subscription before = create(with("keys", given));
        assertUnchangeable(before, "url", "https://push.example.net/b");
        assertUnchangeable(before, "url", null);
        assertUnchangeable(before, "deviceClientId", "tablet");
        assertUnchangeable(before, "id", "w8");
        assertUnchangeable(before, "keys", null);
        assertUnchangeable(
                before,
                "keys",
                Map.of("p256dh", keys.p256dh(), "auth", PushKeys.fresh().auth()));
        assertUnchangeable(before, "color", "red");
        assertThatExceptionOfType(SetError.class)
                .isThrownBy(() -> changed(before, Map.of("types/0", "Email")))
                .satisfies(error -> assertThat(error.type()).isEqualTo("invalidPatch"));
        Subscription same = changed(before, Map.of("id", "w7", "deviceClientId", "phone", "url", URL, "keys", given));
        assertThat(same).isEqualTo(before);
        Subscription after = changed(before, Map.of("expires", "2030-01-05T00:00:00Z", "types", List.of("Todo")));
        assertThat(after.expires()).isEqualTo(Instant.parse("2030-01-05T00:00:00Z"));
        assertThat(after.types()).hasValue(Set.of("Todo"));
        Map<String, @Nullable Object> most = new HashMap<>();
        most.put("expires", null);
        assertThat(new SubscriptionInput(most, NOW).expiry(changed(before, most)))
                .isEqualTo(Map.of("expires", "2030-01-31T00:00:00Z"));
    }
}
