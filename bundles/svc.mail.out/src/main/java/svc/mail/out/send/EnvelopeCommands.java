package svc.mail.out.send;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.IDN;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import svc.api.delivery.Envelope;
import svc.api.delivery.Envelope.Notify;
import svc.api.delivery.Envelope.Recipient;
import svc.api.delivery.Envelope.ReturnContent;
import svc.api.delivery.SmtpReply;

/** The commands that tell a server the envelope of a message, with the parameters that the server offers. */
final class EnvelopeCommands {

    private static final String ATOM = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~\\-\\x{a0}-\\x{10FFFF}]+";
    private static final String LOCAL = "(?:" + ATOM + "(?:\\." + ATOM + ")*+|\"(?:[^\"\\\\\\p{Cntrl}]|\\\\[ -~])*+\")";
    private static final Pattern MAILBOX =
            Pattern.compile(LOCAL + "@(?:[a-zA-Z0-9_\\-.\\x{a0}-\\x{10FFFF}]++|\\[[0-9A-Za-z:.]++\\])");
    private static final int LONGEST = 254;

    private final Envelope envelope;
    private final ContentFacts facts;
    private final SmtpSession session;

    EnvelopeCommands(Envelope envelope, ContentFacts facts, SmtpSession session) {
        this.envelope = envelope;
        this.facts = facts;
        this.session = session;
    }

    /** Returns whether an address can be sent in a command: it has no character that ends its path. */
    static boolean isMailbox(String address) {
        return address.length() <= LONGEST
                && address.chars().noneMatch(Character::isISOControl)
                && MAILBOX.matcher(address).matches();
    }

    /** Returns why the server cannot take the message; empty if it can. */
    Optional<SmtpReply> refusal() {
        String host = session.server().name();
        if (session.maxSize() > 0 && facts.size() > session.maxSize()) {
            return reply(552, "5.3.4", host + " accepts messages of at most " + session.maxSize() + " bytes.");
        } else if (facts.is8Bit() && !session.offers("8BITMIME") && !session.offers("SMTPUTF8")) {
            return reply(554, "5.6.3", host + " accepts only messages of ASCII characters (it has no 8BITMIME).");
        } else if (needsInternational() && !session.offers("SMTPUTF8")) {
            return reply(553, "5.6.7", host + " accepts no internationalized addresses (it has no SMTPUTF8).");
        }
        return Optional.empty();
    }

    private static Optional<SmtpReply> reply(int code, String enhancedCode, String text) {
        return Optional.of(new SmtpReply(code, enhancedCode, text));
    }

    /** An international header without SMTPUTF8 is one of an old program, which servers accept as 8-bit content. */
    private boolean needsInternational() {
        return (envelope.smtpUtf8() && facts.hasInternationalHeader())
                || !isAscii(ascii(envelope.sender()))
                || envelope.recipients().stream().anyMatch(to -> !isAscii(ascii(to.address())));
    }

    private boolean isInternational() {
        return session.offers("SMTPUTF8")
                && (facts.hasInternationalHeader()
                        || !isAscii(envelope.sender())
                        || envelope.recipients().stream().anyMatch(to -> !isAscii(to.address())));
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    /** Returns an address with A-labels. */
    private static String ascii(String address) {
        int at = address.lastIndexOf('@');
        String domain = address.substring(at + 1);
        try {
            return isAscii(domain) ? address : address.substring(0, at + 1) + IDN.toASCII(domain);
        } catch (IllegalArgumentException e) {
            return address;
        }
    }

    private String path(String address) {
        return "<" + (isInternational() ? address : ascii(address)) + ">";
    }

    /** Returns the command MAIL. */
    String mail() {
        StringBuilder command = new StringBuilder("MAIL FROM:").append(path(envelope.sender()));
        if (session.offers("SIZE")) {
            command.append(" SIZE=").append(facts.size());
        }
        if (facts.is8Bit() && session.offers("8BITMIME")) {
            command.append(" BODY=8BITMIME");
        }
        if (isInternational()) {
            command.append(" SMTPUTF8");
        }
        if (envelope.requireTls()) {
            command.append(" REQUIRETLS");
        }
        if (session.offers("DSN") && hasNotifications()) {
            command.append(envelope.content() == ReturnContent.FULL ? " RET=FULL" : " RET=HDRS");
            envelope.envelopeId().ifPresent(id -> command.append(" ENVID=").append(xtext(id)));
        }
        return command.toString();
    }

    private boolean hasNotifications() {
        return envelope.envelopeId().isPresent()
                || envelope.recipients().stream()
                        .anyMatch(to -> !to.notifications().isEmpty()
                                || to.originalRecipient().isPresent());
    }

    /** Returns the command RCPT. */
    String recipient(Recipient to) {
        StringBuilder command = new StringBuilder("RCPT TO:").append(path(to.address()));
        if (session.offers("DSN")) {
            if (!to.notifications().isEmpty()) {
                command.append(" NOTIFY=").append(notifications(to));
            }
            to.originalRecipient()
                    .ifPresent(original -> command.append(" ORCPT=").append(original(original)));
        }
        return command.toString();
    }

    private static String notifications(Recipient to) {
        List<Notify> all = to.notifications().stream().sorted().toList();
        return all.stream().map(Notify::name).collect(Collectors.joining(","));
    }

    /** Encodes an original recipient (RFC 3461 §4.2). An address that is not ASCII has the type utf-8 (RFC 6533 §3). */
    private static String original(String original) {
        int semicolon = original.indexOf(';');
        String address = original.substring(semicolon + 1);
        return isAscii(address)
                ? original.substring(0, semicolon).toLowerCase(Locale.ROOT) + ";" + xtext(address)
                : "utf-8;" + utf8(address);
    }

    /** Encodes a text as xtext (RFC 3461 §4). */
    static String xtext(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : text.getBytes(UTF_8)) {
            if (octet < '!' || octet > '~' || octet == '+' || octet == '=') {
                encoded.append(String.format(Locale.ROOT, "+%02X", octet & 0xff));
            } else {
                encoded.append((char) octet);
            }
        }
        return encoded.toString();
    }

    /** Encodes an address as utf-8-addr-xtext (RFC 6533 §3). */
    private static String utf8(String address) {
        StringBuilder encoded = new StringBuilder();
        address.codePoints().forEach(c -> {
            if (c <= ' ' || c > '~' || c == '+' || c == '=' || c == '\\') {
                encoded.append(String.format(Locale.ROOT, "\\x{%02X}", c));
            } else {
                encoded.append((char) c);
            }
        });
        return encoded.toString();
    }
}
