package svc.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.net.connection.Connection;
import svc.testkit.InMemoryDirectory;
import svc.testkit.LineClient;
import svc.testkit.SettableWallClock;

/** Tests how long the sign-ins of connections are valid. */
class SignInWatchTest extends LineServerFixture {

    private final Account ann = new Account(1, "example", "ann@example.org", "Ann");
    private final Caller caller = new Caller(ann, "d", Caller.CredentialKind.APP_PASSWORD, "192.0.2.1");
    private final InMemoryDirectory directory = new InMemoryDirectory();
    private final SettableWallClock clock = new SettableWallClock();
    private final SignInWatch watch = new SignInWatch(directory, clock);

    @Test
    void signInEndsAtOnceWhenTheDirectoryChanges() throws Exception {
        directory.add(ann);
        try (LineClient client = running.client()) {
            assertThat(client.ask("ECHO hi")).isEqualTo("hi");
            Connection connection = running.service.session().connection;
            watch.add(connection, caller);
            assertThat(watch.isActive(connection)).isTrue();
            clock.move(Duration.ofMinutes(2));
            assertThat(watch.isActive(connection)).isTrue();
            directory.sendAway(ann);
            assertThat(watch.isActive(connection)).isFalse();
            clock.move(Duration.ofSeconds(1));
            assertThat(client.line()).isEqualTo("* woken");
        }
    }

    @Test
    void connectionWithoutASignInIsNotActive() throws Exception {
        try (LineClient client = running.client()) {
            assertThat(client.ask("ECHO hi")).isEqualTo("hi");
            Connection connection = running.service.session().connection;
            assertThat(watch.isActive(connection)).isFalse();
            watch.add(connection, caller);
            watch.remove(connection);
            assertThat(watch.isActive(connection)).isFalse();
        }
    }
}
