package svc.api.lifecycle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.service.component.annotations.ComponentPropertyType;

/**
 * Marks a {@code java.util.concurrent.Callable<String>} service that the launcher calls on its main thread in one phase
 * of a start, of a shutdown, or of a command without a server; see {@link Phase}. To stop the start, the callable
 * throws a {@link StartupException}.
 */
@ComponentPropertyType
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface LifecycleStep {

    /** The prefix of the service property {@code svc.lifecycle.phase}. */
    String PREFIX_ = "svc.lifecycle.";

    /** The phase, one of the constants of {@link Phase}. */
    String phase();

    /** The phases, in their order. */
    final class Phase {
        /**
         * All jars are installed and the bundles of the store have started; bundles that use the store have not
         * started. Also used by commands without a server that need the store.
         */
        public static final String MIGRATE = "migrate";
        /** All bundles have started; the steps check that all parts of the server itself work. */
        public static final String VERIFY = "verify";
        /**
         * The server begins to accept requests. The result of each step is printed for the operator on a line of its
         * own.
         */
        public static final String READY = "ready";
        /**
         * A command is run without a server, and its name is unknown. The steps start the extensions, because an
         * extension may define the command.
         */
        public static final String CONSOLE = "console";
        /** The server stops: the steps stop accepting requests and wait for running work. */
        public static final String DRAIN = "drain";

        private Phase() {}
    }
}
