package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.stream.Collectors;
import svc.api.store.ObjectId;

/**
 * Calls of the methods of blobs (RFC 9404), written down as their texts; {@code '} stands for a quotation mark, and
 * {@code @} for the own account.
 *
 * @param who who
 */
record BlobCalls(SignedIn who) {

    static final String CORE = "urn:ietf:params:jmap:core";
    static final String URN = "urn:ietf:params:jmap:blob";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The responses to calls in one request, each an array of name, arguments and id. */
    JsonNode using(String using, String... calls) {
        String urns =
                Arrays.stream(using.split(" ")).map(urn -> "'" + urn + "'").collect(Collectors.joining(","));
        String request = "{'using':[" + urns + "],'methodCalls':[" + String.join(",", calls) + "]}";
        HttpResponse<String> answer =
                who.post("/jmap", request.replace("'", "\"").replace("@", who.accountId()));
        if (answer.statusCode() != 200) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        return SignedIn.json(answer).path("methodResponses");
    }

    /** The responses to calls that use what is needed for them. */
    JsonNode send(String... calls) {
        return using(CORE + " " + URN, calls);
    }

    /** The arguments of the response to one call. */
    JsonNode call(String method, String arguments) {
        return call(CORE + " " + URN, method, arguments);
    }

    /** The same with other capabilities. */
    JsonNode call(String using, String method, String arguments) {
        return using(using, "['" + method + "',{" + arguments + "},'c']")
                .path(0)
                .path(1);
    }

    /** Makes one blob in the own account; what became of it. */
    JsonNode make(String object) {
        JsonNode answer = call("Blob/upload", "'accountId':'@','create':{'k':" + object + "}");
        return answer.path("created").isNull() ? answer.at("/notCreated/k") : answer.at("/created/k");
    }

    /** One blob of the own account. */
    JsonNode get(String blobId, String more) {
        return call("Blob/get", "'accountId':'@','ids':['" + blobId + "']" + more);
    }

    /** Shares with somebody what a capability has. */
    void share(SignedIn with, String urn, String access) {
        HttpResponse<String> answer =
                who.post("/keeps/share?with=" + with.email() + "&urn=" + urn + "&access=" + access, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    }

    /** From now on a Keep of the own account refers to a blob. */
    void refer(String blobId, int n) {
        JsonNode answer = call(
                CORE + " " + KeepsBundle.URN,
                "Keep/refer",
                "'accountId':'@','blobId':'" + blobId + "','n':" + n + ",'release':false");
        assertThat(answer.path("done").asBoolean()).as(answer.toString()).isTrue();
    }

    /** The id of a Keep. */
    static String keep(int n) {
        return ObjectId.text('q', n);
    }

    /** JSON with {@code '} for a quotation mark. */
    static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace("'", "\""));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An object without some members. */
    static JsonNode without(JsonNode object, String... names) {
        ObjectNode copy = object.deepCopy();
        copy.remove(Arrays.asList(names));
        return copy;
    }
}
