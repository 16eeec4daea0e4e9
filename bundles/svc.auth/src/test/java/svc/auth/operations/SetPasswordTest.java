package svc.auth.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.operation.AuditRecorder;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.auth.signin.SignIn;
import svc.auth.storage.AuthFixture;
import svc.testkit.SettableWallClock;

class SetPasswordTest {

    @TempDir
    Path directory;

    private AuthFixture fixture;

    @BeforeEach
    void open() {
        fixture = new AuthFixture(directory, new SettableWallClock());
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void set(String account, String password) {
        fixture.accountOperations.password(account, password, true, AuditRecorder.NONE);
    }

    @Test
    void aPasswordIsSetByAddressOrById() {
        fixture.organization("example.org");
        String id = fixture.account("ann@example.org").id();
        String token = fixture.token("ann@example.org");
        set("Ann@example.org", "another horse");
        assertThat(fixture.admits(token)).as("all sign-ins end").isFalse();
        assertThat(fixture.login("ann@example.org", "another horse")).isInstanceOf(SignIn.SignedIn.class);
        set(id, "a third horse");
        assertThat(fixture.login("ann@example.org", "a third horse")).isInstanceOf(SignIn.SignedIn.class);
        assertThatExceptionOfType(OperationException.class)
                .isThrownBy(() -> set(id, "short"))
                .satisfies(problem -> {
                    assertThat(problem.reason()).isEqualTo(Reason.INVALID);
                    assertThat(problem.errors())
                            .singleElement()
                            .satisfies(error -> assertThat(error.field()).isEqualTo("password"));
                })
                .withMessageContaining("8 to 256");
        assertThatExceptionOfType(OperationException.class)
                .isThrownBy(() -> set("a99", "another horse"))
                .satisfies(problem -> {
                    assertThat(problem.reason()).isEqualTo(Reason.NOT_FOUND);
                    assertThat(problem.errors())
                            .singleElement()
                            .satisfies(error -> assertThat(error.field()).isEqualTo("account"));
                })
                .withMessageContaining("no account");
    }
}
