package svc.blobs;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Admitted;
import svc.api.identity.Authenticator.Answer;
import svc.api.identity.Authenticator.Presented;
import svc.api.identity.Authenticator.Refused;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.identity.Door;
import svc.api.identity.Reach;
import svc.api.json.Json;

/** What both ways have in common: who asks, for which account, and what is answered to those who get nothing. */
@Component(service = Doorway.class)
public final class Doorway {

    private final Authenticator authenticator;
    private final Directory directory;
    private final Json.Binding json;

    /** Asks these. */
    @Activate
    public Doorway(@Reference Authenticator authenticator, @Reference Directory directory, @Reference Json json) {
        this.authenticator = authenticator;
        this.directory = directory;
        this.json = json.binding(Json.Names.EXACT);
    }

    /** The caller; empty when the refusal has been written. */
    Optional<Caller> caller(HttpServletRequest request, HttpServletResponse response, Door door) throws IOException {
        Answer answer = authenticator.authenticate(new Presented(
                request.getMethod(),
                request.getRequestURL().toString(),
                Optional.ofNullable(request.getQueryString()),
                Optional.ofNullable(request.getHeader("Authorization")),
                Collections.list(request.getHeaders("DPoP")),
                door,
                request.getRemoteAddr()));
        if (answer instanceof Admitted admitted) {
            return Optional.of(admitted.caller());
        }
        Refused refused = (Refused) answer;
        refused.headers().forEach(response::setHeader);
        send(response, refused.status(), "application/problem+json", refused.problem());
        return Optional.empty();
    }

    Optional<Reach> reach(Caller caller, String accountId) {
        return directory.reach(caller, accountId);
    }

    /** The answer that says nothing at all, the same as at a path where nothing is. */
    static void nothing(HttpServletResponse response) throws IOException {
        response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }

    void refuse(HttpServletResponse response, Trouble trouble) throws IOException {
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
}
