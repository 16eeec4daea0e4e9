package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;

/** A file of messages that are larger than the quota of an account. */
final class MailLimitsIT {

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.shared();

    @Test
    @Covers(value = "DOM-02", open = "Sieve")
    void importOverQuotaReportsTheRestAndContinuesLater() {
        int count = 40;
        Path mbox = SERVER.running().home().resolve("old.mbox");
        GeneratedMail.mbox(mbox, count);
        MailUser ann = MailUser.of(SERVER.running(), "ann@quota.test");
        ann.limit(20_000);
        String[] words = {"mail", "import", "--account", "ann@quota.test", "--from", mbox.toString(), "--json"};
        SvcCommand.Finished some = SERVER.running().command("", words);
        assertThat(some.exit()).as(some.out() + some.err()).isOne();
        JsonNode counts = OperationInterface.json(some.out());
        assertThat(counts.path("complete").asBoolean()).isTrue();
        assertThat(counts.path("imported").asLong())
                .isPositive()
                .isEqualTo(count - counts.path("not_imported").asLong())
                .isEqualTo(sizes(ann).size());
        assertThat(counts.at("/failures/0/reason").asText()).contains("may keep 20000");
        assertThat(counts.path("failures")).hasSize(counts.path("not_imported").asInt());
        assertThat(ann.used())
                .isEqualTo(sizes(ann).stream().mapToLong(Long::longValue).sum())
                .isLessThanOrEqualTo(20_000);

        ann.limit(20_000_000);
        SvcCommand.Finished rest = SERVER.running().command("", words);
        assertThat(rest.exit()).as(rest.out() + rest.err()).isZero();
        assertThat(OperationInterface.json(rest.out()).path("imported").asLong())
                .isEqualTo(counts.path("not_imported").asLong());
        assertThat(OperationInterface.json(rest.out()).path("already_there").asLong())
                .isEqualTo(counts.path("imported").asLong());
        assertThat(sizes(ann)).hasSize(count);
    }

    private static List<Long> sizes(MailUser user) {
        return user.call("Email/get", "'ids':null,'properties':['size']").path("list").findValues("size").stream()
                .map(JsonNode::asLong)
                .toList();
    }
}
