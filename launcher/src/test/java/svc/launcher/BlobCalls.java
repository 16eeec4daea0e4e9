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
 * Calls of the methods of blobs (RFC 9404), written as text. A {@code '} is a quotation mark, and {@code @} is the own
 * account.
 *
 * @param who the caller
 */
record BlobCalls(SignedIn who) {

    static final String CORE = "urn:ietf:params:jmap:core";
    static final String URN = "urn:ietf:params:jmap:blob";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Returns the responses to the calls of one request, each an array of name, arguments and id. */
    JsonNode using(String using, String... calls) {
        String urns =
                Arrays.stream(using.split(" ")).map(urn -> "'" + urn + "'").collect(Collectors.joining(","));
        String request = "{'using':[" + urns + "],'methodCalls':[" + String.join(",", calls) + "]}";
        HttpResponse<String> response =
                who.post("/jmap", request.replace("'", "\"").replace("@", who.accountId()));
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return SignedIn.json(response).path("methodResponses");
    }

    /** Returns the responses to calls with the capabilities that they need. */
    JsonNode send(String... calls) {
        return using(CORE + " " + URN, calls);
    }

    /** Returns the arguments of the response to one call. */
    JsonNode call(String method, String arguments) {
        return call(CORE + " " + URN, method, arguments);
    }

    /** Returns the same with other capabilities. */
    JsonNode call(String using, String method, String arguments) {
        return using(using, "['" + method + "',{" + arguments + "},'c']")
                .path(0)
                .path(1);
    }

    /** Creates one blob in the own account; returns the result. */
    JsonNode create(String object) {
        JsonNode response = call("Blob/upload", "'accountId':'@','create':{'k':" + object + "}");
        return response.path("created").isNull() ? response.at("/notCreated/k") : response.at("/created/k");
    }

    /** Returns one blob of the own account. */
    JsonNode get(String blobId, String more) {
        return call("Blob/get", "'accountId':'@','ids':['" + blobId + "']" + more);
    }

    /** Shares a capability with another account. */
    void share(SignedIn with, String urn, String access) {
        HttpResponse<String> response =
                who.post("/keeps/share?with=" + with.email() + "&urn=" + urn + "&access=" + access, "");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(204);
    }

    /** Makes a Keep of the own account refer to a blob. */
    void createReference(String blobId, int n) {
        JsonNode response = call(
                CORE + " " + KeepsBundle.URN,
                "Keep/refer",
                "'accountId':'@','blobId':'" + blobId + "','n':" + n + ",'release':false");
        assertThat(response.path("done").asBoolean()).as(response.toString()).isTrue();
    }

    /** Returns the id of a Keep. */
    static String store(int n) {
        return ObjectId.format('q', n);
    }

    /** Parses JSON with {@code '} for a quotation mark. */
    static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace("'", "\""));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns an object without some members. */
    static JsonNode without(JsonNode object, String... names) {
        ObjectNode copy = object.deepCopy();
        copy.remove(Arrays.asList(names));
        return copy;
    }
}
