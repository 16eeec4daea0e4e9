package svc.proto.imap.command;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A command about the connection and the signed-in user. */
public sealed interface SessionCommand extends Command {

    /** CAPABILITY. */
    record Capability() implements SessionCommand {}

    /** NOOP. */
    record Noop() implements SessionCommand {}

    /** LOGOUT. */
    record Logout() implements SessionCommand {}

    /**
     * ID (RFC 2971).
     *
     * @param fields the fields of the client, by name in lower case, in their order; a field with the value NIL is absent
     */
    record Id(Map<String, String> fields) implements SessionCommand {

        /** The maximum number of fields (RFC 2971 §3.3). */
        public static final int MOST_FIELDS = 30;

        /** Copies the map. */
        public Id {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }
    }

    /** STARTTLS. */
    record StartTls() implements SessionCommand {}

    /**
     * AUTHENTICATE.
     *
     * @param mechanism the SASL mechanism, in upper case
     * @param initial the initial response in base64 (RFC 4959), as the client sent it: {@code =} for an empty one
     */
    record Authenticate(String mechanism, Optional<String> initial) implements SessionCommand {

        /** Returns a text without the response, which may contain a password. */
        @Override
        public String toString() {
            return "Authenticate[" + mechanism + "]";
        }
    }

    /**
     * LOGIN.
     *
     * @param user the name
     * @param password the password
     */
    record Login(String user, String password) implements SessionCommand {

        /** Returns a text without the password. */
        @Override
        public String toString() {
            return "Login[" + user + "]";
        }
    }

    /**
     * ENABLE (RFC 5161).
     *
     * @param capabilities the capabilities, in upper case
     */
    record Enable(List<String> capabilities) implements SessionCommand {

        /** Copies the list. */
        public Enable {
            capabilities = List.copyOf(capabilities);
        }
    }

    /** UNAUTHENTICATE (RFC 8437). */
    record Unauthenticate() implements SessionCommand {}

    /**
     * COMPRESS (RFC 4978).
     *
     * @param mechanism the mechanism, in upper case
     */
    record Compress(String mechanism) implements SessionCommand {}

    /** IDLE (RFC 2177). */
    record Idle() implements SessionCommand {

        /** Returns whether a line of the client, with its line end, ends the command. */
        public static boolean isDone(byte[] line) {
            return new String(line, StandardCharsets.US_ASCII)
                    .strip()
                    .toUpperCase(Locale.ROOT)
                    .equals("DONE");
        }
    }
}
