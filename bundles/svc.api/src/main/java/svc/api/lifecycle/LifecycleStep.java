package svc.api.boot;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.service.component.annotations.ComponentPropertyType;

/**
 * Marks a {@code java.util.concurrent.Callable<String>} service that the launcher calls at one moment of a start, of a
 * shutdown or of a command without a server, on its main thread; see {@link Moment}. To refuse, it throws a
 * {@link BootRefusal}.
 */
@ComponentPropertyType
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface BootStep {

    /** Prefix of the service property {@code svc.boot.moment}. */
    String PREFIX_ = "svc.boot.";

    /** The moment, one of the constants of {@link Moment}. */
    String moment();

    /** The moments, in their order. */
    final class Moment {
        /**
         * All jars are installed, the store's bundles have started, nothing that uses the store has. Also: a command without
         * a server needs the store.
         */
        public static final String MIGRATE = "migrate";
        /** Everything has started; a step looks whether all of the server's own parts really work. */
        public static final String VERIFY = "verify";
        /** The server opens; what the steps return is printed for the operator, a line each. */
        public static final String READY = "ready";
        /** Without a server somebody typed a command that nobody offers: what only extensions offer is to be there. */
        public static final String CONSOLE = "console";
        /** The server is asked to end: stop accepting, let what runs come to its end. */
        public static final String DRAIN = "drain";

        private Moment() {}
    }
}
