package svc.delivery.filing;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailServerName;
import svc.api.delivery.SmtpReply;
import svc.api.identity.AddressResolution.RemoteDomain;
import svc.api.identity.Directory;
import svc.api.time.Clock;

/**
 * Rewrites the return paths of messages from outside that an account sends on to another server, by the Sender Rewriting
 * Scheme: {@code SRS0=hash=day=domain=local@host}. SPF then authenticates this server. Notifications to such an address are
 * sent on to the original sender; the hash prevents that others use the server as a relay. Mail servers may change the
 * case of letters, so case is ignored. Thread-safe.
 */
@Component(service = ReturnPaths.class)
public final class ReturnPaths {

    /** The time for which notifications to a rewritten address are accepted. */
    static final Duration VALID = Duration.ofDays(21);

    private static final SmtpReply FORGED =
            new SmtpReply(550, "5.7.1", "This server has not sent a message from this address.");
    private static final SmtpReply EXPIRED = new SmtpReply(550, "5.1.1", "This address has expired.");

    private static final Pattern SRS0 = Pattern.compile("(?i)SRS0[-+=]([^=]+)=(([^=]+)=([^=]+)=(.+))");
    private static final Pattern SRS1 = Pattern.compile("(?i)SRS1[-+=]([^=]+)=(([^=]+)=([-+=].+))");

    /** An address that another server has rewritten. */
    private static final Pattern FIRST = Pattern.compile("(?i)SRS0([-+=].+)");

    private static final int LONGEST_ADDRESS = 254;
    private static final int DAY_DIGITS = 2;
    private static final int DAYS = ReturnPathHash.RADIX * ReturnPathHash.RADIX;

    private final Directory directory;
    private final MailServerName server;
    private final Clock clock;
    private final ReturnPathHash hash;

    @Activate
    public ReturnPaths(
            BundleContext context,
            @Reference Directory directory,
            @Reference MailServerName server,
            @Reference Clock clock) {
        this(Path.of(requireNonNullElse(context.getProperty("svc.home"), ".")), directory, server, clock);
    }

    ReturnPaths(Path home, Directory directory, MailServerName server, Clock clock) {
        this.directory = directory;
        this.server = server;
        this.clock = clock;
        this.hash = new ReturnPathHash(home);
    }

    /** What a rewritten address leads to. */
    sealed interface Unwrapped {}

    /** The original sender. */
    record Original(String address) implements Unwrapped {}

    /** The reply that refuses the address. */
    record Refused(SmtpReply reply) implements Unwrapped {}

    /**
     * Returns the return path of a message from outside that is sent on.
     *
     * @param recipient the address of this server that received the message
     * @param target the address to which it is sent
     * @throws IOException the secret cannot be read or written
     */
    String ofRedirect(String sender, String recipient, String target) throws IOException {
        String domain = domain(sender);
        boolean leaves = directory.resolve(target) instanceof RemoteDomain && !isOwn(domain(target));
        if (domain.isEmpty() || isOwn(domain) || !leaves) {
            return sender;
        }
        String host = isOwn(domain(recipient)) ? domain(recipient) : server.hostname();
        String rewritten = rewritten(sender.substring(0, sender.length() - domain.length() - 1), domain, host);
        return rewritten.length() <= LONGEST_ADDRESS ? rewritten : sender;
    }

    private String rewritten(String local, String domain, String host) throws IOException {
        boolean isQuoted = isQuoted(local);
        String plain = isQuoted ? local.substring(1, local.length() - 1) : local;
        Matcher first = FIRST.matcher(plain);
        Matcher second = SRS1.matcher(plain);
        String tag = "SRS1=";
        String content;
        if (first.matches()) {
            content = domain + '=' + first.group(1);
        } else if (second.matches()) { // the server of SRS0 stays, the one between is left out
            content = second.group(2);
        } else {
            tag = "SRS0=";
            content = ReturnPathHash.digits(today(), DAY_DIGITS) + '=' + domain + '=' + plain;
        }
        return address(tag + hash.of(content, host) + '=' + content, host, isQuoted);
    }

    /** Returns what a rewritten address leads to; empty if an address is not one of this server. */
    Optional<Unwrapped> unwrap(String address) {
        String domain = domain(address);
        String local = address.substring(0, Math.max(0, address.length() - domain.length() - 1));
        boolean isQuoted = isQuoted(local);
        String plain = isQuoted ? local.substring(1, local.length() - 1) : local;
        Matcher first = SRS0.matcher(plain);
        Matcher second = SRS1.matcher(plain);
        if (first.matches() && isOwn(domain)) {
            return Optional.of(
                    !isValid(first, domain)
                            ? new Refused(FORGED)
                            : isExpired(first.group(3))
                                    ? new Refused(EXPIRED)
                                    : new Original(address(first.group(5), first.group(4), isQuoted)));
        } else if (second.matches() && isOwn(domain)) {
            return Optional.of(
                    isValid(second, domain)
                            ? new Original(address("SRS0" + second.group(4), second.group(3), isQuoted))
                            : new Refused(FORGED));
        }
        return Optional.empty();
    }

    private boolean isValid(Matcher parts, String host) {
        try {
            return hash.matches(parts.group(1), parts.group(2), host);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether the day of an address is too long ago, or in the future. The hash was checked before. */
    private boolean isExpired(String day) {
        return Math.floorMod(today() - Integer.parseInt(day, ReturnPathHash.RADIX), DAYS) > VALID.toDays();
    }

    private int today() {
        return (int) (clock.now().getEpochSecond() / Duration.ofDays(1).toSeconds() % DAYS);
    }

    private boolean isOwn(String domain) {
        return !domain.isEmpty()
                && (domain.equalsIgnoreCase(server.hostname())
                        || directory.tenantOfDomain(domain).isPresent());
    }

    private static String domain(String address) {
        int at = address.lastIndexOf('@');
        return at <= 0 ? "" : address.substring(at + 1);
    }

    private static boolean isQuoted(String local) {
        return local.length() > 1 && local.startsWith("\"") && local.endsWith("\"");
    }

    private static String address(String local, String domain, boolean quoted) {
        return (quoted ? '"' + local + '"' : local) + '@' + domain;
    }
}
