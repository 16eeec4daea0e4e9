package svc.auth.signin;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobAccess;
import svc.api.http.HttpRoute;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Directory;
import svc.api.identity.QueryCredentials;
import svc.auth.signin.CredentialVerifier.Entered;
import svc.auth.signin.CredentialVerifier.Entry;
import svc.auth.signin.CredentialVerifier.TurnedAway;
import svc.auth.tokens.DeviceSession;
import svc.auth.tokens.Tickets;
import svc.auth.tokens.Tickets.Ticket;

/**
 * Serves {@code POST /jmap/media-token}, which issues a token that is valid for one blob and for five minutes. Web
 * pages need such a token for requests to which they cannot add a proof.
 */
@Component(service = Servlet.class)
@HttpRoute(path = "/jmap/media-token", maxBody = AuthServlet.LONGEST_BODY)
public final class MediaTokenServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient CredentialVerifier entrance;
    private final transient Tickets tickets;
    private final transient Directory directory;
    private final transient BlobAccess blobs;
    private final transient AuthResponses answers;

    @Activate
    public MediaTokenServlet(
            @Reference CredentialVerifier entrance,
            @Reference Tickets tickets,
            @Reference Directory directory,
            @Reference BlobAccess blobs,
            @Reference AuthResponses answers) {
        this.entrance = entrance;
        this.tickets = tickets;
        this.directory = directory;
        this.blobs = blobs;
        this.answers = answers;
    }

    /** The request body. */
    record Blob(String accountId, String blobId) {}

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Entry entry = entrance.enterWithProof(AuthResponses.presented(request));
        if (entry instanceof TurnedAway away) {
            answers.refuse(response, away.problem());
            return;
        }
        Entered entered = (Entered) entry;
        Optional<DeviceSession> bound =
                entered.session().filter(session -> session.thumbprint().isPresent());
        if (bound.isEmpty()) {
            answers.refuse(response, AuthProblem.NOT_BOUND);
            return;
        }
        Optional<Blob> blob =
                answers.body(request, response, Blob.class, "Send a JSON object with the texts accountId and blobId.");
        if (blob.isPresent()) {
            answer(response, entered, bound.get(), blob.get());
        }
    }

    private void answer(HttpServletResponse response, Entered entered, DeviceSession session, Blob blob)
            throws IOException {
        Optional<AccessibleAccount> reach = directory.account(entered.caller(), blob.accountId());
        boolean there = reach.isPresent() && blobs.canDownload(entered.caller(), reach.get(), blob.blobId());
        if (!there) {
            // The same response as for an unknown path: thus the response does not reveal accounts that the caller
            // cannot access.
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        Ticket token = tickets.media(session, new QueryCredentials.MediaToken(blob.accountId(), blob.blobId()));
        answers.send(response, token.members("mediaToken"));
    }
}
