package svc.cap.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.SendingCalls;

/** Queries of submissions (RFC 8621 §7.3 and §7.4). */
final class SubmissionQueryTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMail();

    private static JsonNode query(LocalSender who, String filter, String more) {
        return who.call("EmailSubmission/query", "'filter':" + filter + more);
    }

    @BeforeAll
    static void prepareSuspendedRecipient() {
        SERVER.suspend(SERVER.user("x@far.example"));
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §7.3"},
            part = "submission")
    void everyFilterConditionAndSortWorks() {
        LocalSender ann = LocalSender.of(SERVER, "ann@query.test");
        LocalSender.of(SERVER, "bob@query.test");
        String local = ann.send("bob@query.test", "one");
        JsonNode first = ann.awaitStatus(local, "bob@query.test", "yes");
        String otherTenant = ann.send("x@far.example", "two");
        JsonNode second = ann.submission(otherTenant);
        assertThat(found(ann, "{'undoStatus':'final'}")).containsExactly(local);
        assertThat(found(ann, "{'undoStatus':'pending'}")).containsExactly(otherTenant);
        assertThat(found(ann, "{'emailIds':['" + first.path("emailId").asText() + "']}"))
                .containsExactly(local);
        assertThat(found(ann, "{'threadIds':['" + second.path("threadId").asText() + "','t9999']}"))
                .containsExactly(otherTenant);
        assertThat(found(ann, "{'identityIds':['" + ann.identity() + "']}"))
                .containsExactlyInAnyOrder(local, otherTenant);
        assertThat(found(ann, "{'identityIds':[]}")).isEmpty();
        assertThat(found(ann, "{'before':'2020-01-01T00:00:00Z'}")).isEmpty();
        assertThat(found(ann, "{'after':'2020-01-01T00:00:00Z'}")).hasSize(2);
        assertThat(found(ann, "{'operator':'NOT','conditions':[{'undoStatus':'final'},{'undoStatus':'canceled'}]}"))
                .containsExactly(otherTenant);
        assertThat(
                        found(
                                ann,
                                "{'operator':'OR','conditions':[{'undoStatus':'final'},{'undoStatus':'pending','identityIds':['i1234']}]}"))
                .containsExactly(local);
        for (String sort : new String[] {"emailId", "threadId", "sentAt"}) {
            JsonNode ascending = query(ann, "null", ",'sort':[{'property':'" + sort + "'}],'calculateTotal':true");
            assertThat(MailCalls.texts(ascending.path("ids"))).containsExactly(local, otherTenant);
            assertThat(ascending.path("total").asInt()).isEqualTo(2);
            JsonNode descending = query(
                    ann, "null", ",'sort':[{'property':'" + sort + "','isAscending':false}],'position':1,'limit':1");
            assertThat(MailCalls.texts(descending.path("ids"))).containsExactly(local);
        }
    }

    private static List<String> found(LocalSender who, String filter) {
        return MailCalls.texts(query(who, filter, "").path("ids"));
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §7.4"},
            part = "submission")
    void queryChangesReportsMovedSubmissions() {
        LocalSender ann = LocalSender.of(SERVER, "ann@moved.test");
        String first = ann.send("x@far.example", "one");
        String filter = "{'undoStatus':'pending'}";
        String state = query(ann, filter, "").path("queryState").asText();
        ann.call("EmailSubmission/set", "'update':{'" + first + "':{'undoStatus':'canceled'}}");
        String second = ann.send("x@far.example", "two");
        JsonNode changes =
                ann.call("EmailSubmission/queryChanges", "'filter':" + filter + ",'sinceQueryState':'" + state + "'");
        assertThat(MailCalls.texts(changes.path("removed"))).contains(first);
        assertThat(changes.path("added").findValuesAsText("id")).containsExactly(second);
    }

    @Test
    @Covers(
            value = {"DOM-01", "RFC8621 §7.3"},
            part = "submission")
    void rejectsUnknownFiltersAndSorts() {
        LocalSender ann = LocalSender.of(SERVER, "ann@refused.test");
        assertThat(error(ann, "'filter':{'color':'red'}")).isEqualTo("unsupportedFilter");
        assertThat(error(ann, "'filter':{'emailIds':'m1'}")).isEqualTo("invalidArguments");
        assertThat(error(ann, "'filter':{'before':'yesterday'}")).isEqualTo("invalidArguments");
        assertThat(error(ann, "'sort':[{'property':'color'}]")).isEqualTo("unsupportedSort");
    }

    private static String error(LocalSender who, String arguments) {
        return who.user()
                .using(List.of(SendingCalls.URN), "['EmailSubmission/query',{'accountId':'@'," + arguments + "},'c']")
                .at("/0/1/type")
                .asText();
    }
}
