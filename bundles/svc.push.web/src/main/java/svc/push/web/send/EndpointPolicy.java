package svc.push.web;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Predicate;

/**
 * Where messages may go to: to others on the Internet and over TLS, unless the configuration allows more. Whoever connects does it
 * to the addresses that were looked at here and looks up no name again, so that a name cannot lead elsewhere the second time.
 */
final class Door {

    private final boolean plain;
    private final Predicate<InetAddress> allowed;
    private final Names names;

    /**
     * As it is configured.
     *
     * @param open whether everything is allowed, without TLS too
     */
    Door(boolean open, Names names) {
        this(open, open ? address -> true : PublicAddresses::contain, names);
    }

    Door(boolean plain, Predicate<InetAddress> allowed, Names names) {
        this.plain = plain;
        this.allowed = allowed;
        this.names = names;
    }

    /** A target is not allowed, or not known; the message says why, in a sentence without the URL, and what to do. */
    static final class Closed extends Exception {
        private static final long serialVersionUID = 1L;

        Closed(String sentence) {
            super(sentence, null, false, false);
        }
    }

    /** Refuses what can be seen without a look at names. */
    void look(Target target) throws Closed {
        if (!target.secure() && !plain) {
            throw new Closed("The url does not begin with https://. Give one that does.");
        }
    }

    /** The addresses of a target. Waits for the names. */
    List<InetAddress> addresses(Target target) throws Closed {
        look(target);
        List<InetAddress> found;
        try {
            found = names.addresses(target.host());
        } catch (UnknownHostException e) {
            throw new Closed("The host of the url has no address that can be found. See that the name is right.");
        }
        boolean mapped = target.colons() && found.stream().anyMatch(Inet4Address.class::isInstance);
        if (found.isEmpty() || (mapped && !plain) || !found.stream().allMatch(allowed)) {
            throw new Closed("The host of the url is none of the Internet that this server may send to."
                    + " Give the url of a push service.");
        }
        return found;
    }
}
