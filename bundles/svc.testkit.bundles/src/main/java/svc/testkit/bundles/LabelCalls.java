package svc.testkit.bundles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Calls that use labels and the second version of mail. */
public final class LabelCalls {

    /** The URNs of the calls. */
    public static final List<String> URNS = List.of(MailCalls.SECOND, MailCalls.LABELS);

    private LabelCalls() {}

    /** Returns the arguments of the response to a call that must succeed. */
    public static JsonNode call(MailCalls user, String method, String arguments) {
        JsonNode response = user.using(URNS, "['" + method + "',{'accountId':'@'," + arguments + "},'c']")
                .path(0);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    /** Creates a label; returns its id. */
    public static String label(MailCalls user, String name) {
        JsonNode created = call(user, "Label/set", "'create':{'k':{'name':'" + name + "','color':'#112233'}}");
        assertThat(created.at("/created/k/id").isTextual())
                .as(created.toString())
                .isTrue();
        return created.at("/created/k/id").asText();
    }

    /** Returns the emails with a label. */
    public static List<String> labelled(MailCalls user, String label) {
        return MailCalls.texts(call(user, "Email/query", "'filter':{'hasLabel':'" + label + "'}")
                .path("ids"));
    }

    /** Returns the labels of an email. */
    public static JsonNode labels(MailCalls user, String email) {
        return call(user, "Email/get", "'ids':['" + email + "'],'properties':['labelIds']")
                .at("/list/0/labelIds");
    }
}
