package svc.auth;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobSight;
import svc.api.http.HttpRoute;
import svc.api.identity.Directory;
import svc.api.identity.Door;
import svc.api.identity.Reach;
import svc.api.json.JsonProblem;
import svc.auth.Entrance.Entered;
import svc.auth.Entrance.Entry;
import svc.auth.Entrance.TurnedAway;
import svc.auth.Tickets.Ticket;

/** {@code POST /jmap/media-token}: for what a page cannot send a proof with, one blob and five minutes. */
@Component(service = Servlet.class)
@HttpRoute(path = "/jmap/media-token", maxBody = AuthRoute.LONGEST_BODY)
public final class MediaTokenServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Entrance entrance;
    private final transient Tickets tickets;
    private final transient Directory directory;
    private final transient BlobSight blobs;
    private final transient Answers answers;

    /** Makes these. */
    @Activate
    public MediaTokenServlet(
            @Reference Entrance entrance,
            @Reference Tickets tickets,
            @Reference Directory directory,
            @Reference BlobSight blobs,
            @Reference Answers answers) {
        this.entrance = entrance;
        this.tickets = tickets;
        this.directory = directory;
        this.blobs = blobs;
        this.answers = answers;
    }

    /** The body of the request. */
    record Blob(String accountId, String blobId) {}

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Entry entry = entrance.enterWithProof(Answers.presented(request));
        if (entry instanceof TurnedAway away) {
            answers.refuse(response, away.problem());
            return;
        }
        Entered entered = (Entered) entry;
        Optional<Session> bound =
                entered.session().filter(session -> session.thumbprint().isPresent());
        if (bound.isEmpty()) {
            answers.refuse(response, AuthProblem.NOT_BOUND);
            return;
        }
        try {
            answer(response, entered, bound.get(), answers.body(request, Blob.class));
        } catch (JsonProblem e) {
            answers.refuse(
                    response,
                    AuthProblem.invalidRequest(
                            String.valueOf(e.getMessage()), "Send a JSON object with the texts accountId and blobId."));
        }
    }

    private void answer(HttpServletResponse response, Entered entered, Session session, Blob blob) throws IOException {
        Optional<Reach> reach = directory.reach(entered.caller(), blob.accountId());
        boolean there = reach.isPresent() && blobs.sees(entered.caller(), reach.get(), blob.blobId());
        if (!there) {
            // As the server itself answers where there is nothing: an account that others have looks like none.
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        Ticket token = tickets.media(session, new Door.Download(blob.accountId(), blob.blobId()));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("mediaToken", token.text());
        members.put("expiresAt", token.end().getEpochSecond());
        answers.send(response, members);
    }
}
