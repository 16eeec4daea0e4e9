package svc.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.store.sqlite.sql.Fixture;

/** A reader of one container reads changes about as fast as a reader of the whole account. */
final class MembershipCostTest {

    private static final int OBJECTS = 20_000;

    @TempDir
    private Path directory;

    @Test
    void changesInAContainerAreReadAsFastAsThoseOfTheAccount() throws Exception {
        try (Fixture fixture = Fixture.in(directory)) {
            MembershipCost cost = MembershipCost.of(fixture, OBJECTS);
            assertThat(cost.emptyInContainer()).as("%s", cost).isLessThan(Math.max(5, 5 * cost.emptyInAccount()));
            assertThat(cost.hundredInContainer()).as("%s", cost).isLessThan(Math.max(60, 5 * cost.hundredInAccount()));
        }
    }
}
