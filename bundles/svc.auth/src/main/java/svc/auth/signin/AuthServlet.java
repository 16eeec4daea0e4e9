package svc.auth.signin;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;

/** The base of the POST servlets below {@code /auth}. Every response has a DPoP nonce (DPOP-04). */
abstract class AuthServlet extends HttpServlet {

    /** The maximum length of a request body in bytes. */
    static final int LONGEST_BODY = 8192;

    @Serial
    private static final long serialVersionUID = 1L;

    private static final String ALLOW = "OPTIONS, POST";

    final transient AuthResponses answers;

    AuthServlet(AuthResponses answers) {
        this.answers = answers;
    }

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (!answers.admits(request, response, takesTokens())) {
            return;
        }
        if (request.getMethod().equals("OPTIONS")) {
            response.setHeader("Allow", ALLOW);
            response.setStatus(HttpServletResponse.SC_NO_CONTENT);
        } else if (!request.getMethod().equals("POST")) {
            response.setHeader("Allow", ALLOW);
            answers.refuse(response, AuthProblem.WRONG_METHOD);
        } else if (request.getContentLengthLong() > LONGEST_BODY) {
            answers.refuse(response, AuthProblem.TOO_LONG);
        } else {
            doPost(request, response);
        }
    }

    /** Returns whether requests of this servlet carry a token. A valid token is accepted even from a banned address. */
    protected boolean takesTokens() {
        return true;
    }

    @Override
    protected abstract void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException;
}
