package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * Uploads and downloads blobs of a signed-in account by the URLs of the session.
 *
 * @param who the caller
 * @param http a client for HTTP/1.1
 * @param session the session
 */
record BlobClient(SignedIn who, HttpClient http, JsonNode session) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LONGEST = Duration.ofSeconds(60);

    static BlobClient of(SignedIn who) {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return new BlobClient(who, http, SignedIn.json(who.get("/.well-known/jmap")));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static JsonNode json(HttpResponse<byte[]> response) {
        try {
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Expands a variable in a URL (RFC 6570 level 1). */
    static String expanded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
    }

    private String url(String template, Map<String, String> variables) {
        String url = session.path(template).asText();
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            url = url.replace("{" + variable.getKey() + "}", expanded(variable.getValue()));
        }
        return url;
    }

    HttpResponse<byte[]> upload(String accountId, byte[] bytes, String... headers) {
        return upload(accountId, BodyPublishers.ofByteArray(bytes), headers);
    }

    HttpResponse<byte[]> upload(String accountId, BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(url("uploadUrl", Map.of("accountId", accountId))))
                .timeout(LONGEST)
                .header("Authorization", "Bearer " + who.token())
                .POST(body);
        return send(headers.length > 0 ? request.headers(headers) : request);
    }

    /** Uploads a text to the own account; returns the id of the blob. */
    String store(String text) {
        return store(bytes(text));
    }

    /** Uploads bytes to the own account; returns the id of the blob. */
    String store(byte[] bytes) {
        HttpResponse<byte[]> response = upload(who.accountId(), bytes);
        if (response.statusCode() != 201) {
            throw new AssertionError(response.statusCode() + " " + new String(response.body(), StandardCharsets.UTF_8));
        }
        return json(response).path("blobId").asText();
    }

    /** Returns the path of a download, without the server. */
    String path(String accountId, String blobId, String name, String type) {
        return url("downloadUrl", Map.of("accountId", accountId, "blobId", blobId, "name", name, "type", type))
                .substring(who.server().url().length());
    }

    HttpResponse<byte[]> download(String accountId, String blobId, String... headers) {
        return get(path(accountId, blobId, "file.bin", "application/octet-stream"), headers);
    }

    /** Downloads a blob of the own account; returns the status and the text. */
    String text(String blobId) {
        HttpResponse<byte[]> response = download(who.accountId(), blobId);
        return response.statusCode() + " " + new String(response.body(), StandardCharsets.UTF_8);
    }

    HttpResponse<byte[]> get(String path, String... headers) {
        return request("GET", path, headers);
    }

    HttpResponse<byte[]> request(String method, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(who.server().url() + path))
                .timeout(LONGEST)
                .header("Authorization", "Bearer " + who.token())
                .method(method, BodyPublishers.noBody());
        return send(headers.length > 0 ? request.headers(headers) : request);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
