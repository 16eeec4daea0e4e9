package svc.api.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.service.component.annotations.ComponentPropertyType;

/**
 * Mounts a {@code jakarta.servlet.Servlet} service or a {@link WebSocketEndpoint} at a path. If two services declare
 * the same path, the first one stays mounted. The second service is rejected with all its paths and listed in
 * {@link HttpServerInfo#failedRoutes()}. The second service is mounted when the first service is unregistered.
 *
 * <p>A path is exact ({@code /jmap}) or ends with {@code /*}. {@code /jmap/upload/*} matches {@code /jmap/upload/} and
 * all paths below it, but not {@code /jmap/upload}. The server never redirects between paths with and without a
 * trailing slash. The servlet interprets slashes below the prefix. The longest matching path wins.
 *
 * <p>Lifecycle of a servlet: {@code init} is called when it is mounted. After the service is unregistered or the server
 * stops, {@code destroy} is called as soon as no thread is inside {@code service}, but after 5 s at the latest. A
 * servlet must end its open asynchronous streams in {@code destroy}.
 */
@ComponentPropertyType
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface HttpRoute {

    /** The prefix of the service properties: {@code svc.http.path}, {@code svc.http.surface}, {@code svc.http.raw}… */
    String PREFIX_ = "svc.http.";

    /** The paths. */
    String[] path();

    /** {@code public}, or {@code admin} for routes of the operator, which are served on {@code [server] admin_bind}. */
    String surface() default "public";

    /**
     * Whether {@code %2F}, {@code %25} and {@code %5C} can appear in the path; the servlet then parses
     * {@code getRequestURI()} itself. For other routes the server answers such a request with 400.
     */
    boolean raw() default false;

    /**
     * The allowed methods. Other methods are answered with 405 and {@code Allow}. The default is the methods that an
     * {@code HttpServlet} overrides, or all methods if it overrides {@code service}. {@code GET} includes {@code HEAD}.
     */
    String[] method() default {};

    /**
     * Whether the server applies the {@link svc.api.ratelimit.RateLimiter} to each request. A servlet that adds its own
     * headers to all responses, including the refusals of the rate limiter, sets this to false and calls the rate
     * limiter itself. If such a servlet overrides {@code service}, it must also reject the methods that it does not
     * support and, if {@link #maxBody()} is -1, long bodies.
     */
    boolean guarded() default true;

    /**
     * Whether the server compresses long responses of compressible types. Set this to false for a servlet that answers
     * range requests, because a range would refer to the compressed bytes (RFC 9110 §14.2).
     */
    boolean compressed() default true;

    /**
     * The maximum length of a request body in bytes. 0 means {@code [server] max_body_bytes}. -1 means that the servlet
     * enforces the limit and answers the request itself.
     */
    long maxBody() default 0;
}
