package svc.push.web.crypto;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.json.Json;
import svc.json.JacksonJson;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.PushKeys;
import svc.testkit.SettableWallClock;

class VapidTest {

    private static final Pattern FIELD = Pattern.compile("vapid t=([\\w-]+)\\.([\\w-]+)\\.([\\w-]+), k=([\\w-]+)");

    @TempDir
    Path directory;

    private final SettableWallClock clock = new SettableWallClock();
    private final Json json = new JacksonJson();

    private static byte[] bytes(String base64) {
        return Base64.getUrlDecoder().decode(base64);
    }

    private Map<?, ?> claims(String field) throws GeneralSecurityException {
        Matcher parts = FIELD.matcher(field);
        assertThat(parts.matches()).as(field).isTrue();
        assertThat(new String(bytes(parts.group(1)), UTF_8)).isEqualTo("{\"typ\":\"JWT\",\"alg\":\"ES256\"}");
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initVerify(PushKeys.key(bytes(parts.group(4))));
        signature.update((parts.group(1) + "." + parts.group(2)).getBytes(US_ASCII));
        assertThat(signature.verify(bytes(parts.group(3)))).isTrue();
        return (Map<?, ?>) json.binding(Json.Names.EXACT)
                .convert(json.binding(Json.Names.EXACT).read(new String(bytes(parts.group(2)), UTF_8)), Map.class);
    }

    @Test
    void reusesATokenForTheSameService() throws GeneralSecurityException {
        Path file = MigratedDatabaseFixture.in(directory, SqliteStore.class, ServerKey.class);
        SqliteStore store = new SqliteStore(new MigratedDatabase(file), clock);
        try {
            ServerKey key = new ServerKey(store);
            Vapid vapid = new Vapid("mailto:post@example.org", key, clock);
            String field = vapid.authorization("https://push.example.net");
            Map<?, ?> claims = claims(field);
            long now = clock.now().getEpochSecond();
            assertThat(claims.get("aud")).isEqualTo("https://push.example.net");
            assertThat(claims.get("sub")).isEqualTo("mailto:post@example.org");
            assertThat(((Number) Objects.requireNonNull(claims.get("exp"))).longValue())
                    .isBetween(now + 3_600, now + 86_400);
            assertThat(field).endsWith("k=" + vapid.applicationServerKey());
            assertThat(bytes(vapid.applicationServerKey())).hasSize(65).startsWith(4);

            assertThat(vapid.authorization("https://push.example.net")).isEqualTo(field);
            assertThat(claims(vapid.authorization("https://other.example:8443")).get("aud"))
                    .isEqualTo("https://other.example:8443");
            clock.move(Duration.ofHours(7));
            assertThat(vapid.authorization("https://push.example.net")).isNotEqualTo(field);

            Vapid silent = new Vapid("", new ServerKey(store), clock);
            assertThat(silent.applicationServerKey()).as("kept").isEqualTo(vapid.applicationServerKey());
            assertThat(claims(silent.authorization("https://push.example.net")).containsKey("sub"))
                    .isFalse();
        } finally {
            store.close();
        }
    }
}
