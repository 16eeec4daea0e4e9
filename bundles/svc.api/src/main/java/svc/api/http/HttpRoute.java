package svc.api.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.service.component.annotations.ComponentPropertyType;

/**
 * Mounts a {@code jakarta.servlet.Servlet} service, or a {@link WebSocketEndpoint}, at a path. Two services with one path
 * are a conflict: the first stays, the second is refused and the refusal is visible as a verdict on its bundle.
 *
 * <p>The path is exact ({@code /jmap}) or ends with {@code /*}. There are no redirects between slashed and unslashed forms.
 */
@ComponentPropertyType
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface HttpRoute {

    /** Prefix of the service properties: {@code svc.http.path}, {@code svc.http.surface}, {@code svc.http.raw}. */
    String PREFIX_ = "svc.http.";

    /** The paths. */
    String[] path();

    /** {@code public}, or {@code admin} for what belongs to the operator and moves to {@code [server] admin_bind}. */
    String surface() default "public";

    /** Whether {@code %2F} and {@code %25} may appear in the path; the servlet then reads {@code getRequestURI()} itself. */
    boolean raw() default false;
}
