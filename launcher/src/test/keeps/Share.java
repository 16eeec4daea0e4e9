package org.example.keeps;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collections;
import java.util.Optional;
import svc.api.identity.Access;
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Authenticated;
import svc.api.identity.Authenticator.Credentials;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.identity.QueryCredentials;
import svc.api.identity.Grants;

/** {@code POST /keeps/share?with=ADDRESS&urn=URN&access=READ}: shares a capability of the caller. */
public final class Share extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient Authenticator authenticator;
    private final transient Directory directory;
    private final transient Grants grants;

    public Share(Authenticator authenticator, Directory directory, Grants grants) {
        this.authenticator = authenticator;
        this.directory = directory;
        this.grants = grants;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        Authenticated admitted = (Authenticated) authenticator.authenticate(new Credentials(
                "POST",
                request.getRequestURL().toString(),
                Optional.empty(),
                Optional.ofNullable(request.getHeader("Authorization")),
                Collections.list(request.getHeaders("DPoP")),
                QueryCredentials.NONE,
                request.getRemoteAddr()));
        Caller caller = admitted.caller();
        grants.grant(
                caller.account().n(),
                directory.accountNumber(request.getParameter("with")).orElseThrow(),
                request.getParameter("urn"),
                Access.valueOf(request.getParameter("access")));
        response.setStatus(204);
    }
}
