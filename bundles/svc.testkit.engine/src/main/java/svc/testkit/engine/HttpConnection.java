package svc.testkit.engine;

import java.util.Map;
import java.util.Set;
import svc.testkit.engine.generated.PlainValues;

/**
 * The connection of a client with a running server.
 *
 * @param server the server
 * @param authorization the field {@code Authorization} of each request
 * @param accountId the account of the client
 */
record HttpConnection(ServerUnderTest server, String authorization, String accountId) implements Connection {

    @Override
    public byte[] session() {
        return server.send("GET", "/.well-known/jmap", new byte[0], authorization)
                .body();
    }

    @Override
    public byte[] send(byte[] request) {
        return server.send("POST", "/jmap", request, authorization).body();
    }

    @Override
    public Set<String> capabilities() {
        Map<String, ?> session = PlainValues.object(PlainValues.read(session()));
        return PlainValues.object(session.get("capabilities")).keySet();
    }

    @Override
    public String upload(byte[] bytes) {
        byte[] answer = server.send("POST", "/jmap/upload/" + accountId, bytes, authorization)
                .body();
        return PlainValues.text(PlainValues.object(PlainValues.read(answer)).get("blobId"));
    }

    @Override
    public byte[] download(String blobId) {
        String path = "/jmap/download/" + accountId + "/" + blobId + "/blob?type=application/octet-stream";
        var response = server.send("GET", path, new byte[0], authorization);
        if (response.statusCode() != ServerUnderTest.OK) {
            throw new AssertionError("There is no blob " + blobId);
        }
        return response.body();
    }
}
