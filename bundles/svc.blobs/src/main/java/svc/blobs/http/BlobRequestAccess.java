package svc.blobs.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.http.ProblemDetails;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.Authenticator.Rejected;
import svc.api.identity.Authenticator.Result;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.identity.QueryCredentials;
import svc.api.json.Json;

/** Authenticates upload and download requests, resolves the account, and writes the response to a rejected request. */
@Component(service = BlobRequestAccess.class)
public final class BlobRequestAccess {

    private final Authenticator authenticator;
    private final Directory directory;
    private final Json.Binding json;

    @Activate
    public BlobRequestAccess(
            @Reference Authenticator authenticator, @Reference Directory directory, @Reference Json json) {
        this.authenticator = authenticator;
        this.directory = directory;
        this.json = json.binding(Json.Names.EXACT);
    }

    /** Returns the caller; empty when the request was rejected and the response was written. */
    Optional<Caller> caller(HttpServletRequest request, HttpServletResponse response, QueryCredentials credentials)
            throws IOException {
        Result answer = authenticator.authenticate(new Credentials(
                request.getMethod(),
                request.getRequestURL().toString(),
                Optional.ofNullable(request.getQueryString()),
                Optional.ofNullable(request.getHeader("Authorization")),
                Collections.list(request.getHeaders("DPoP")),
                credentials,
                request.getRemoteAddr(),
                Optional.ofNullable(request.getHeader("Origin"))));
        if (answer instanceof Authenticated admitted) {
            return Optional.of(admitted.caller());
        }
        Rejected refused = (Rejected) answer;
        refused.headers().forEach(response::setHeader);
        send(response, refused.status(), "application/problem+json", refused.problem());
        return Optional.empty();
    }

    Optional<AccessibleAccount> reach(Caller caller, String accountId) {
        return directory.account(caller, accountId);
    }

    /** Answers 404, as for an unknown path. */
    static void nothing(HttpServletResponse response) throws IOException {
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }

    void refuse(HttpServletResponse response, ProblemDetails trouble) throws IOException {
        send(response, trouble.status(), "application/problem+json", trouble.members());
    }

    void send(HttpServletResponse response, int status, String type, Map<String, ?> members) throws IOException {
        byte[] body = json.text(members).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setHeader("Cache-Control", "no-store");
        response.setContentType(type);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    /**
     * Returns the percent-decoded segments of a path below a route (RFC 6570 level 1); empty when their number differs
     * from {@code count} or a segment is empty.
     */
    static List<String> steps(String uri, String below, int count) {
        if (!uri.startsWith(below)) {
            return List.of();
        }
        String[] raw = uri.substring(below.length()).split("/", -1);
        List<String> steps = new ArrayList<>();
        for (String step : raw) {
            if (step.isEmpty() || raw.length != count) {
                return List.of();
            }
            try {
                steps.add(URLDecoder.decode(step.replace("+", "%2B"), StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                return List.of();
            }
        }
        return steps;
    }
}
