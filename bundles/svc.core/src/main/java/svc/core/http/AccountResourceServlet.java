package svc.core.http;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.http.AccountResource;
import svc.api.identity.Caller;
import svc.core.dispatch.RequestErrors;
import svc.core.engine.ResourceAccess;

/** Serves an {@link AccountResource}. */
final class AccountResourceServlet extends HttpServlet {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient AccountResource resource;
    private final transient ResourceAccess access;
    private final transient CallerAuthentication authentication;

    AccountResourceServlet(AccountResource resource, ResourceAccess access, CallerAuthentication authentication) {
        this.resource = resource;
        this.access = access;
        this.authentication = authentication;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Caller> caller = authentication.caller(request, response);
        if (caller.isEmpty()) {
            return;
        }
        try {
            access.within(caller.get(), () -> answer(caller.get(), request, response));
        } catch (RequestErrors busy) {
            response.setHeader("Retry-After", "1");
            authentication.problem(response, busy.status(), busy.members());
        }
    }

    private void answer(Caller caller, HttpServletRequest request, HttpServletResponse response) throws IOException {
        @Nullable String path = request.getPathInfo();
        String[] steps = (path == null ? "/" : path).substring(1).split("/", 2);
        String name = steps.length < 2 ? "" : steps[1];
        Optional<AccountResource.Request> opened = access.open(caller, steps[0], resource.capability(), name);
        Optional<AccountResource.Content> content = opened.isEmpty() ? Optional.empty() : resource.get(opened.get());
        if (content.isEmpty()) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("Content-Disposition", "attachment");
        response.setHeader("Content-Security-Policy", "default-src 'none'; sandbox");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentType(content.get().type());
        content.get().body().writeTo(response.getOutputStream());
    }
}
