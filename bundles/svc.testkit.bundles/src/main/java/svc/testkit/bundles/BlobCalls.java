package svc.testkit.bundles;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;

/**
 * Calls of the methods of blobs (RFC 9404), written as text. A {@code '} is a quotation mark, and {@code @} is the own
 * account.
 *
 * @param who the caller
 */
public record BlobCalls(JmapUser who) {

    public static final String CORE = "urn:ietf:params:jmap:core";
    public static final String URN = "urn:ietf:params:jmap:blob";

    /** Returns the responses to the calls of one request, each an array of name, arguments and id. */
    public JsonNode using(String using, String... calls) {
        String urns =
                Arrays.stream(using.split(" ")).map(urn -> "'" + urn + "'").collect(Collectors.joining(","));
        String request = "{'using':[" + urns + "],'methodCalls':[" + String.join(",", calls) + "]}";
        return MailCalls.json(who.request(request.replace("'", "\"").replace("@", who.accountId())))
                .path("methodResponses");
    }

    /** Returns the responses to calls with the capabilities that they need. */
    public JsonNode send(String... calls) {
        return using(CORE + " " + URN, calls);
    }

    /** Returns the arguments of the response to one call. */
    public JsonNode call(String method, String arguments) {
        return call(CORE + " " + URN, method, arguments);
    }

    /** Returns the same with other capabilities. */
    public JsonNode call(String using, String method, String arguments) {
        return using(using, "['" + method + "',{" + arguments + "},'c']")
                .path(0)
                .path(1);
    }

    /** Creates one blob in the own account; returns the result. */
    public JsonNode create(String object) {
        JsonNode response = call("Blob/upload", "'accountId':'@','create':{'k':" + object + "}");
        return response.path("created").isNull() ? response.at("/notCreated/k") : response.at("/created/k");
    }

    /** Returns one blob of the own account. */
    public JsonNode get(String blobId, String more) {
        return call("Blob/get", "'accountId':'@','ids':['" + blobId + "']" + more);
    }

    /** Parses JSON with {@code '} for a quotation mark. */
    public static JsonNode json(String text) {
        return MailCalls.json(text.replace("'", "\""));
    }

    /** Returns the id of the blob with these bytes. */
    public static String id(byte[] bytes) {
        try {
            return "b"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns an object without some members. */
    public static JsonNode without(JsonNode object, String... names) {
        ObjectNode copy = object.deepCopy();
        copy.remove(Arrays.asList(names));
        return copy;
    }
}
