package svc.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.identity.Account;
import svc.api.identity.Directory;

/** Methods that each directory inherits. */
final class InMemoryDirectoryTest {

    @ParameterizedTest
    @CsvSource({
        "one.test, one.test",
        "mx.one.test, one.test",
        "a.b.one.test, one.test",
        "mx.sub.one.test, sub.one.test",
        "notone.test, ",
        "test, ",
        "'', ",
        ".one.test, ",
    })
    void nameBelongsToTheClosestLocalDomain(String name, String domain) {
        InMemoryDirectory directory = new InMemoryDirectory();
        directory.add(new Account(1, "t1", "ann@one.test", ""));
        directory.add(new Account(2, "t2", "bob@sub.one.test", ""));
        assertThat(directory.localDomainOf(name).orElse(null)).isEqualTo(domain);
    }

    @Test
    void directoryWithoutDomainsHasNone() {
        Directory directory = new InMemoryDirectory();
        assertThat(directory.localDomainOf("one.test")).isEmpty();
    }
}
