package svc.launcher.agreement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import svc.testkit.bundles.MailCalls;

/**
 * Access to an account of a running server.
 *
 * @param port the port of IMAP
 * @param email the address of the account
 * @param password a password for IMAP
 * @param user the owner, who is signed in to JMAP
 */
public record ServerAccess(int port, String email, String password, MailCalls user) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String USING =
            String.join("','", "urn:ietf:params:jmap:core", MailCalls.SECOND, MailCalls.LABELS, MailCalls.THREADS);

    /** Returns the responses to calls, which are written as those of {@link MailCalls}. */
    JsonNode calls(String... calls) {
        String request = "{'using':['" + USING + "'],'methodCalls':[" + String.join(",", calls) + "]}";
        try {
            return JSON.readTree(user.who().request(request.replace("'", "\"").replace("@", user.account())))
                    .path("methodResponses");
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connects to IMAP, and signs in. */
    ImapConnection connect() {
        return ImapConnection.signedIn(port, email, password);
    }
}
