package svc.proto.imap.mailbox;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.RequestError;
import svc.api.json.Json;
import svc.cap.mail.api.MailStore;
import svc.proto.imap.response.ResponseCode;
import svc.proto.imap.state.MailAccess;
import svc.proto.imap.state.RefusedException;

/**
 * Calls methods of JMAP for a user. Mailboxes are changed by {@code Mailbox/set} (RFC 8621 §2.5), so that its rules, its
 * limits and the shares of mailboxes hold for IMAP, too.
 */
public final class MailboxCalls {

    /** The method that changes mailboxes. */
    public static final String SET = "Mailbox/set";

    private static final int MOST_VALUES = 250_000;

    private static final String LIMIT_ERROR = "urn:ietf:params:jmap:error:limit";

    private static final Set<String> USED = Set.of("urn:ietf:params:jmap:core", MailStore.CAPABILITY);

    private MailboxCalls() {}

    /**
     * Calls a method on an account.
     *
     * @param method the name of the method, such as {@code Mailbox/set}
     * @param arguments the arguments without the id of the account
     * @return the arguments of the response
     */
    public static Map<?, ?> call(MailAccess access, String method, Map<String, ?> arguments) throws RefusedException {
        return call(access, Set.of(), method, arguments);
    }

    /**
     * Calls a method that belongs to other capabilities than mail, too.
     *
     * @param more the URNs of the other capabilities
     */
    public static Map<?, ?> call(MailAccess access, Set<String> more, String method, Map<String, ?> arguments)
            throws RefusedException {
        Map<String, @Nullable Object> all = new HashMap<>(arguments);
        all.put("accountId", access.account().id());
        List<String> using = Stream.concat(USED.stream(), more.stream()).toList();
        Map<String, Object> request = Map.of("using", using, "methodCalls", List.of(List.of(method, all, "c")));
        byte[] response;
        try {
            response = access.services().jmap().process(access.caller(), request, Map.of());
        } catch (RequestError e) {
            throw LIMIT_ERROR.equals(e.problem().get("type"))
                    ? new RefusedException(ResponseCode.LIMIT, "There are too many requests. Try again later.")
                    : new RefusedException(ResponseCode.CANNOT, "The server does not offer this to the account.");
        }
        Object read = access.services().json().binding(Json.Names.EXACT).read(response, MOST_VALUES);
        if (read instanceof Map<?, ?> members
                && members.get("methodResponses") instanceof List<?> responses
                && responses.get(0) instanceof List<?> first
                && first.get(1) instanceof Map<?, ?> result) {
            if (!method.equals(first.get(0))) {
                throw refusal(result);
            }
            return result;
        }
        throw new IllegalStateException("The response to " + method + " has no result.");
    }

    /** Refuses the command if an object was not changed. */
    public static void requireDone(Map<?, ?> result, String refused, String key) throws RefusedException {
        if (result.get(refused) instanceof Map<?, ?> errors && errors.get(key) instanceof Map<?, ?> error) {
            throw refusal(error);
        }
    }

    private static RefusedException refusal(Map<?, ?> error) {
        String type = String.valueOf(error.get("type"));
        boolean role = error.get("properties") instanceof List<?> properties && properties.contains("role");
        ResponseCode code = switch (type) {
            case "alreadyExists" -> ResponseCode.ALREADYEXISTS;
            case "notFound", "accountNotFound" -> ResponseCode.NONEXISTENT;
            case "forbidden", "accountReadOnly" -> ResponseCode.NOPERM;
            case "mailboxHasChild" -> ResponseCode.HASCHILDREN;
            case "overQuota", "requestTooLarge" -> ResponseCode.LIMIT;
            case "serverFail", "serverPartialFail" -> ResponseCode.SERVERBUG;
            case "serverUnavailable" -> ResponseCode.UNAVAILABLE;
            default -> role ? ResponseCode.USEATTR : ResponseCode.CANNOT;
        };
        Object description = error.get("description");
        return new RefusedException(
                code, description == null ? "The change is not possible: " + type : "" + description);
    }
}
