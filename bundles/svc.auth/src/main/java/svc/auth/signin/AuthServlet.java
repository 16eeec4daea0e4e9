package svc.auth;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;

/** What is posted to below {@code /auth}: each of its answers carries a nonce (DPOP-04), whatever was asked. */
abstract class AuthRoute extends HttpServlet {

    /** The longest body, in bytes. */
    static final int LONGEST_BODY = 8192;

    @Serial
    private static final long serialVersionUID = 1L;

    private static final String ALLOW = "OPTIONS, POST";

    private final transient Answers answers;

    AuthRoute(Answers answers) {
        this.answers = answers;
    }

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (!answers.admits(request, response)) {
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

    @Override
    protected abstract void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException;
}
