package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;

/** The inbox of the account of a subject, shared with its group: {@code <shared>}. */
final class SharedInbox {

    private SharedInbox() {}

    /** Shares the inbox of the account with the group. */
    static void prepare(OperationSubject subject) {
        String group = subject.say("<group>");
        SignedIn owner = SignedIn.again(subject.server(), subject.say("<email>"));
        String inbox = jmap(owner, "Mailbox/get", "\"ids\":null,\"properties\":[\"id\"]")
                .at("/list/0/id")
                .asText();
        jmap(
                owner,
                "Mailbox/set",
                "\"update\":{\"" + inbox + "\":{\"shareWith/" + group + "\":{\"mayReadItems\":true}}}");
        subject.know("shared", inbox);
    }

    private static JsonNode jmap(SignedIn user, String method, String arguments) {
        return SignedIn.json(user.post(
                        "/jmap",
                        "{\"using\":[\"urn:ietf:params:jmap:mail\",\"urn:ietf:params:jmap:principals\"],\"methodCalls\":[[\""
                                + method + "\",{\"accountId\":\"" + user.accountId() + "\"," + arguments
                                + "},\"c\"]]}"))
                .at("/methodResponses/0/1");
    }
}
