package org.example.keeps;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collections;
import java.util.Optional;
import svc.api.identity.Access;
import svc.api.identity.Authenticator;
import svc.api.identity.Authenticator.Admitted;
import svc.api.identity.Authenticator.Presented;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.identity.Door;
import svc.api.identity.Grants;

/** {@code POST /keeps/share?with=ADDRESS&urn=URN&access=READ}: the caller shares what a capability has. */
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
        Admitted admitted = (Admitted) authenticator.authenticate(new Presented(
                "POST",
                request.getRequestURL().toString(),
                Optional.empty(),
                Optional.ofNullable(request.getHeader("Authorization")),
                Collections.list(request.getHeaders("DPoP")),
                Door.PLAIN,
                request.getRemoteAddr()));
        Caller caller = admitted.caller();
        grants.grant(
                caller.account().n(),
                directory.find(request.getParameter("with")).orElseThrow(),
                request.getParameter("urn"),
                Access.valueOf(request.getParameter("access")));
        response.setStatus(204);
    }
}
