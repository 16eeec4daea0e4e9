package svc.api.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.service.component.annotations.ComponentPropertyType;

/**
 * Mounts a {@code jakarta.servlet.Servlet} service, or a {@link WebSocketEndpoint}, at a path. Two services with one path
 * are a conflict: the first stays, the second is refused as a whole, and {@link Listeners#refused()} tells so. When the
 * first goes, the second takes its place.
 *
 * <p>The path is exact ({@code /jmap}) or ends with {@code /*}. {@code /jmap/upload/*} answers for {@code /jmap/upload/} and
 * everything below, not for {@code /jmap/upload}: nothing is ever redirected between slashed and unslashed forms, and what
 * a slash means below the prefix is for the servlet to decide. The longest path wins.
 *
 * <p>Life of a servlet: {@code init} when it is mounted; {@code destroy} when its service goes or the server ends, as soon as
 * no thread is inside {@code service} (at most 5 s later). A servlet with open asynchronous streams ends them in
 * {@code destroy}: it is the word that they have to end.
 */
@ComponentPropertyType
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface HttpRoute {

    /** Prefix of the service properties: {@code svc.http.path}, {@code svc.http.surface}, {@code svc.http.raw}… */
    String PREFIX_ = "svc.http.";

    /** The paths. */
    String[] path();

    /** {@code public}, or {@code admin} for what belongs to the operator and moves to {@code [server] admin_bind}. */
    String surface() default "public";

    /**
     * Whether {@code %2F}, {@code %25} and {@code %5C} may appear in the path; the servlet then reads {@code getRequestURI()} itself. A
     * route that is not raw never sees them: such a request is answered with 400.
     */
    boolean raw() default false;

    /**
     * The methods; any other is answered with 405 and {@code Allow}. Left out, they are those that an {@code HttpServlet}
     * overrides, and all where it overrides {@code service}. {@code GET} includes {@code HEAD}.
     */
    String[] method() default {};

    /**
     * Whether the server asks the {@link svc.api.guard.Guard} about each request. A servlet whose answers must carry something
     * of their own, also those to who comes too often, says false and asks itself. If it overrides {@code service}, it then
     * also refuses other methods and, with {@link #maxBody()} -1, long bodies itself.
     */
    boolean guarded() default true;

    /**
     * Whether the server compresses long answers of such types that it helps. Not for a servlet that answers with parts of
     * something: a range counts bytes of what was compressed (RFC 9110 §14.2).
     */
    boolean compressed() default true;

    /**
     * The longest request body in bytes. 0 means {@code [server] max_body_bytes}; -1 means that the servlet itself keeps the
     * limit (and answers in its own way).
     */
    long maxBody() default 0;
}
