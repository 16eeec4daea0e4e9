package svc.auth.signin;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import svc.api.identity.SignIns.Blocked;
import svc.api.identity.SignIns.Outcome;
import svc.api.identity.SignIns.Refused;
import svc.api.ratelimit.RateLimiter.Banned;
import svc.api.ratelimit.RateLimiter.Limited;
import svc.api.ratelimit.RateLimiter.Rejection;
import svc.api.ratelimit.RateLimiter.TooManyFailures;
import svc.auth.dpop.ProofError;

/**
 * An error response of authentication. Its body contains the members of RFC 9457 ({@code type}, {@code status},
 * {@code detail}) and the member of OAuth ({@code error}).
 *
 * @param status the HTTP status
 * @param headers header fields of the response
 * @param members the members of the body
 */
public record AuthProblem(int status, Map<String, String> headers, Map<String, Object> members) {

    private static final String CHALLENGE = "WWW-Authenticate";
    private static final String EITHER = "Bearer, Basic realm=\"svc\", charset=\"UTF-8\"";
    private static final String UNAUTHORIZED = "urn:svc:problem:unauthorized";

    /** The request has no credential. The challenge then contains only the scheme (RFC 6750 §3). */
    static final AuthProblem NO_TOKEN = refused(
            "Bearer",
            "invalid_token",
            "No token was presented. Sign in with POST /auth/login and send Authorization: Bearer.");

    /** The request has no credential, and the server also accepts Basic authentication. */
    static final AuthProblem NO_SECRET = refused(
            EITHER,
            "invalid_token",
            "No token was presented. Sign in with POST /auth/login and send Authorization: Bearer.");

    /** The token is unknown or has expired. */
    static final AuthProblem INVALID_TOKEN = refused(
            "Bearer error=\"invalid_token\"",
            "invalid_token",
            "The token is not known or has expired. Sign in again with POST /auth/login.");

    /** The token has expired. It belongs to a session that is bound to a key. */
    static final AuthProblem INVALID_BOUND_TOKEN = refused(
            INVALID_TOKEN.headers().get(CHALLENGE) + ", DPoP error=\"invalid_token\", algs=\"ES256\"",
            "invalid_token",
            "The token is not known or has expired. Sign in again with POST /auth/login.");

    /** The ticket or media token is unknown, has expired, or is for another resource. */
    static final AuthProblem INVALID_TICKET = refused(
            "Bearer error=\"invalid_token\"",
            "invalid_token",
            "The ticket is unknown, has expired, or is for another resource. Request a new one.");

    /**
     * The sign-in failed. The response does not reveal whether the address, the password or the state of the account is
     * the reason.
     */
    static final AuthProblem INVALID_CREDENTIALS = refused(
            "Bearer error=\"invalid_credentials\"",
            "invalid_credentials",
            "The address or the password is wrong. Correct them and try again.");

    /** Basic authentication failed. */
    static final AuthProblem INVALID_BASIC = refused(
            "Basic realm=\"svc\", charset=\"UTF-8\"",
            "invalid_credentials",
            "The address or the password is wrong. Correct them and try again.");

    /** The account password is correct, but Basic authentication accepts only app passwords. */
    static final AuthProblem NEEDS_APP_PASSWORD = refused(
            EITHER,
            "app_password_required",
            "Basic with the account password is switched off; create an app password (AppPassword/set, or svc"
                    + " app-password create) and use it in its place, or sign in with POST /auth/login.");

    /** The password is correct, but the server accepts no passwords with requests. */
    static final AuthProblem PASSWORDS_OFF = refused(
            "Bearer",
            "passwords_switched_off",
            "This server accepts no passwords with requests ([auth] basic = \"off\"). Sign in with POST /auth/login and"
                    + " send its token as Authorization: Bearer, or ask the administrator to allow app passwords.");

    /** Basic authentication failed, and the server accepts no passwords with requests. */
    static final AuthProblem INVALID_UNOFFERED = refused(
            "Bearer", "invalid_credentials", "The address or the password is wrong. Correct them and try again.");

    /** A media token requires a session that is bound to a key. */
    static final AuthProblem NOT_BOUND = of(
            403,
            "urn:svc:problem:forbidden",
            "session_not_bound",
            "This sign-in is not bound to a key. Sign in with a DPoP proof to ask for media tokens.");

    /** A ticket requires a device session. */
    static final AuthProblem NO_SESSION = of(
            403,
            "urn:svc:problem:forbidden",
            "session_required",
            "The request has a password, but this path requires a session. Sign in with POST /auth/login first.");

    /** The path accepts only POST. */
    static final AuthProblem WRONG_METHOD =
            of(405, "about:blank", "invalid_request", "This path does not take this method. It takes POST.");

    /** The request body is too long. */
    static final AuthProblem TOO_LONG = of(
            413,
            "about:blank",
            "invalid_request",
            "The body of the request is too long. Send " + AuthServlet.LONGEST_BODY + " bytes at most.");

    /** The request body is not JSON, but for example an HTML form. */
    static final AuthProblem NOT_JSON = new AuthProblem(
            415,
            Map.of("Accept-Post", "application/json"),
            body(
                    415,
                    "about:blank",
                    "invalid_request",
                    "The request body is not declared as JSON. Send it with the field Content-Type:"
                            + " application/json."));

    /** The queue of sign-ins is full. */
    static final AuthProblem TOO_MANY =
            new AuthProblem(429, Map.of("Retry-After", "2"), tooMany("Too many clients are signing in at the moment."));

    /**
     * Returns the response to a sign-in that did not succeed.
     *
     * @param invalid the response to invalid credentials
     */
    static AuthProblem of(Outcome outcome, AuthProblem invalid) {
        if (outcome instanceof Blocked blocked) {
            return rejected(blocked.rejection());
        }
        if (!(outcome instanceof Refused refused)) {
            return TOO_MANY;
        }
        return switch (refused.reason()) {
            case INVALID_CREDENTIALS, TOKEN_BOUND -> invalid;
            case APP_PASSWORD_REQUIRED -> NEEDS_APP_PASSWORD;
            case PASSWORDS_OFF -> PASSWORDS_OFF;
        };
    }

    /** A limit or a ban applies. */
    static AuthProblem rejected(Rejection rejection) {
        if (rejection instanceof Banned banned) {
            return banned(banned.until());
        }
        return rejection instanceof Limited limited ? tooOften(limited) : tooManyFailures((TooManyFailures) rejection);
    }

    /**
     * The address is banned after failed sign-ins. The server refuses its sign-ins and its requests without a valid
     * credential.
     */
    private static AuthProblem banned(Instant until) {
        return of(
                403,
                "urn:svc:problem:banned",
                "banned",
                "Too many sign-ins failed from this address. Sign-ins from it are refused until " + until
                        + "; valid tokens are still accepted.");
    }

    /** The address or the account exceeds its request rate. */
    private static AuthProblem tooOften(Limited slow) {
        String detail = "There was more than " + slow.quota().most() + ". Wait " + slow.seconds() + " seconds.";
        return new AuthProblem(429, slow.fields(), limited(detail, slow.quota().limit()));
    }

    /** Too many sign-ins to the account failed from networks that the account does not know. */
    private static AuthProblem tooManyFailures(TooManyFailures failures) {
        long seconds = Math.max(1, failures.retryAfter().toSeconds());
        Map<String, Object> members = new LinkedHashMap<>(body(
                429,
                "urn:ietf:params:jmap:error:limit",
                "rate_limited",
                "More than " + failures.most() + " sign-ins to this account failed within an hour from networks that it"
                        + " does not know. Sign in from a network that the account used lately, or wait " + seconds
                        + " seconds."));
        members.put("limit", failures.limit());
        return new AuthProblem(
                429, Map.of("Retry-After", Long.toString(seconds)), Collections.unmodifiableMap(members));
    }

    /** The DPoP proof is invalid (RFC 9449), or too many proofs are in use. */
    public static AuthProblem badProof(ProofError flaw, String nonce) {
        if (flaw == ProofError.TOO_MANY) {
            return new AuthProblem(429, Map.of("Retry-After", "60"), tooMany(flaw.sentence()));
        }
        boolean stale = flaw == ProofError.STALE_NONCE || flaw == ProofError.NO_NONCE;
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

    /**
     * The request body is invalid.
     *
     * @param what the fault, as a sentence
     * @param remedy the expected body, as a sentence
     */
    static AuthProblem invalidRequest(String what, String remedy) {
        return of(400, "urn:svc:problem:invalid", "invalid_request", what + " " + remedy);
    }

    private static AuthProblem of(int status, String type, String error, String detail) {
        return new AuthProblem(status, Map.of(), body(status, type, error, detail));
    }

    private static AuthProblem refused(String challenge, String error, String detail) {
        return new AuthProblem(401, Map.of(CHALLENGE, challenge), body(401, UNAUTHORIZED, error, detail));
    }

    private static Map<String, Object> tooMany(String what) {
        return limited(what + " Try again in a few seconds.", "concurrent_sign_ins");
    }

    /** Returns the members common to the body of every 429 response. */
    private static Map<String, Object> limited(String detail, String limit) {
        Map<String, Object> members =
                new LinkedHashMap<>(body(429, "urn:ietf:params:jmap:error:limit", "rate_limited", detail));
        members.put("title", "Too many requests");
        members.put("limit", limit);
        members.put("reason", "rate-limited");
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
