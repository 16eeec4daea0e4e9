package svc.auth;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import svc.api.guard.Guard.TooOften;

/**
 * What those are told who are not let in; all of it stands here. Each body serves readers of RFC 9457 ({@code type},
 * {@code status}, {@code detail}) and of OAuth ({@code error}).
 *
 * @param status the HTTP status
 * @param headers fields of the answer
 * @param members the members of the body
 */
record AuthProblem(int status, Map<String, String> headers, Map<String, Object> members) {

    private static final String CHALLENGE = "WWW-Authenticate";
    private static final String UNAUTHORIZED = "urn:svc:problem:unauthorized";

    /** Nobody said who asks. RFC 6750 §3: then the field says no more than the scheme. */
    static final AuthProblem NO_TOKEN = refused(
            "Bearer",
            "invalid_token",
            "No token was presented. Sign in with POST /auth/login and send Authorization: Bearer.");

    /** The same, where an address and a password would do. */
    static final AuthProblem NO_SECRET = refused(
            "Bearer, Basic realm=\"svc\", charset=\"UTF-8\"",
            "invalid_token",
            "No token was presented. Sign in with POST /auth/login and send Authorization: Bearer.");

    /** The token is not known, or not any more. */
    static final AuthProblem INVALID_TOKEN = refused(
            "Bearer error=\"invalid_token\"",
            "invalid_token",
            "The token is not known or has expired. Sign in again with POST /auth/login.");

    /** The same of a token that was bound to a key. */
    static final AuthProblem INVALID_BOUND_TOKEN = refused(
            INVALID_TOKEN.headers().get(CHALLENGE) + ", DPoP error=\"invalid_token\", algs=\"ES256\"",
            "invalid_token",
            "The token is not known or has expired. Sign in again with POST /auth/login.");

    /** A ticket or media token is not known, not any more, or for another place. */
    static final AuthProblem INVALID_TICKET = refused(
            "Bearer error=\"invalid_token\"",
            "invalid_token",
            "The ticket is not known, has expired, or opens something else. Ask for another one.");

    /** No such address with such a password, or not to be let in; which of these is nobody's business. */
    static final AuthProblem INVALID_CREDENTIALS = refused(
            "Bearer error=\"invalid_credentials\"",
            "invalid_credentials",
            "The address or the password is wrong. Correct them and try again.");

    /** The same, of an address and a password that came with a request. */
    static final AuthProblem INVALID_BASIC = refused(
            "Basic realm=\"svc\", charset=\"UTF-8\"",
            "invalid_credentials",
            "The address or the password is wrong. Correct them and try again.");

    /** A media token is for a session that proves its key. */
    static final AuthProblem NOT_BOUND = new AuthProblem(
            403,
            Map.of(),
            body(
                    403,
                    "urn:svc:problem:forbidden",
                    "session_not_bound",
                    "This sign-in is not bound to a key. Sign in with a DPoP proof to ask for media tokens."));

    /** A ticket is for a session. */
    static final AuthProblem NO_SESSION = new AuthProblem(
            403,
            Map.of(),
            body(
                    403,
                    "urn:svc:problem:forbidden",
                    "session_required",
                    "A password was presented, which opens no session. Sign in with POST /auth/login first."));

    /** Everything here is posted. */
    static final AuthProblem WRONG_METHOD = new AuthProblem(
            405,
            Map.of(),
            body(405, "about:blank", "invalid_request", "This path does not take this method. It takes POST."));

    /** More than any sign-in needs. */
    static final AuthProblem TOO_LONG = new AuthProblem(
            413,
            Map.of(),
            body(
                    413,
                    "about:blank",
                    "invalid_request",
                    "The body of the request is too long. Send " + AuthRoute.LONGEST_BODY + " bytes at most."));

    /** Too many sign in at once. */
    static final AuthProblem TOO_MANY =
            new AuthProblem(429, Map.of("Retry-After", "2"), tooMany("Too many sign in at this moment."));

    /** Too many sign-ins failed from an address. */
    static AuthProblem banned(Instant until) {
        Map<String, Object> members = new LinkedHashMap<>(body(
                403,
                "urn:svc:problem:banned",
                "banned",
                "Too many sign-ins failed from this address. It may come again at " + until + "."));
        return new AuthProblem(403, Map.of(), Collections.unmodifiableMap(members));
    }

    /** An address or an account sends more than it may. */
    static AuthProblem tooOften(TooOften slow) {
        Map<String, Object> members = new LinkedHashMap<>(body(
                429,
                "urn:ietf:params:jmap:error:limit",
                "rate_limited",
                "There were more than " + slow.quota().perMinute() + " requests a minute. Wait " + slow.seconds()
                        + " seconds."));
        members.put("limit", slow.quota().limit());
        return new AuthProblem(429, slow.fields(), Collections.unmodifiableMap(members));
    }

    /** A proof that is not good. */
    static AuthProblem badProof(Flaw flaw, String nonce) {
        if (flaw == Flaw.TOO_MANY) {
            return new AuthProblem(429, Map.of("Retry-After", "60"), tooMany(flaw.sentence()));
        }
        boolean stale = flaw == Flaw.STALE_NONCE || flaw == Flaw.NO_NONCE;
        String error = stale ? "use_dpop_nonce" : "invalid_dpop_proof";
        String remedy = stale
                ? " Try again with a proof that has the nonce of the field DPoP-Nonce."
                : " Send one fresh proof in the field DPoP, made for this request with the session's key.";
        return new AuthProblem(
                401,
                Map.of(
                        CHALLENGE,
                        "Bearer error=\"" + error + "\", DPoP error=\"" + error + "\", algs=\"ES256\"",
                        "DPoP-Nonce",
                        nonce),
                body(401, UNAUTHORIZED, error, flaw.sentence() + remedy));
    }

    /** The body is not what is read here: a sentence that says why, and one that says what is. */
    static AuthProblem invalidRequest(String what, String remedy) {
        return new AuthProblem(
                400, Map.of(), body(400, "urn:svc:problem:invalid", "invalid_request", what + " " + remedy));
    }

    private static AuthProblem refused(String challenge, String error, String detail) {
        return new AuthProblem(401, Map.of(CHALLENGE, challenge), body(401, UNAUTHORIZED, error, detail));
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
