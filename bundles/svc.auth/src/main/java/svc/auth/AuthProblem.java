package svc.auth;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What those are told who are not let in; all of it stands here. Each body serves readers of RFC 9457 ({@code type},
 * {@code status}, {@code detail}) and of OAuth ({@code error}).
 *
 * @param status the HTTP status
 * @param headers fields of the answer
 * @param members the members of the body
 */
record AuthProblem(int status, Map<String, String> headers, Map<String, Object> members) {

    private static final String UNAUTHORIZED = "urn:svc:problem:unauthorized";

    /** Nobody said who asks. RFC 6750 §3: then the field says no more than the scheme. */
    static final AuthProblem NO_TOKEN = new AuthProblem(
            401,
            Map.of("WWW-Authenticate", "Bearer"),
            body(
                    401,
                    UNAUTHORIZED,
                    "invalid_token",
                    "No token was presented. Sign in with POST /auth/login and send Authorization: Bearer."));

    /** The token is not known, or not any more. */
    static final AuthProblem INVALID_TOKEN = new AuthProblem(
            401,
            Map.of("WWW-Authenticate", "Bearer error=\"invalid_token\""),
            body(
                    401,
                    UNAUTHORIZED,
                    "invalid_token",
                    "The token is not known or has expired. Sign in again with POST /auth/login."));

    /** No such address with such a password, or not to be let in; which of these is nobody's business. */
    static final AuthProblem INVALID_CREDENTIALS = new AuthProblem(
            401,
            Map.of("WWW-Authenticate", "Bearer error=\"invalid_credentials\""),
            body(
                    401,
                    UNAUTHORIZED,
                    "invalid_credentials",
                    "The address or the password is wrong. Correct them and try again."));

    /** Too many sign in at once. */
    static final AuthProblem TOO_MANY =
            new AuthProblem(429, Map.of("Retry-After", "2"), tooMany("Too many sign in at this moment."));

    /** The body is not what is read here; {@code what} is a sentence that says why. */
    static AuthProblem invalidRequest(String what) {
        return new AuthProblem(
                400,
                Map.of(),
                body(
                        400,
                        "urn:svc:problem:invalid",
                        "invalid_request",
                        what + " Send a JSON object with the texts email and password."));
    }

    private static Map<String, Object> tooMany(String what) {
        Map<String, Object> members = new LinkedHashMap<>(
                body(429, "urn:ietf:params:jmap:error:limit", "rate_limited", what + " Try again in a few seconds."));
        members.put("limit", "concurrent_sign_ins");
        return Collections.unmodifiableMap(members);
    }

    private static Map<String, Object> body(int status, String type, String error, String detail) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", type);
        members.put("status", status);
        members.put("detail", detail);
        members.put("error", error);
        return Collections.unmodifiableMap(members);
    }
}
