package svc.proto.smtp;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import svc.api.delivery.SmtpReply;

/** All negative replies of the server, with their codes (RFC 5321 §4.2) and enhanced codes (RFC 3463, RFC 5248). */
enum Refusal {
    EARLY_TALKER(554, "5.5.1", "The client sent data before the greeting.", Effect.CLOSES),
    UNTRUSTED_CLIENT(554, "5.7.1", "Only trusted addresses may use LMTP ([security] trusted_ips).", Effect.CLOSES),
    BANNED(421, "4.7.0", "Too many failures from this address; try again later.", Effect.CLOSES),
    TOO_MANY_CONNECTIONS(421, "4.7.0", "Too many connections; try again later.", Effect.CLOSES),
    STOPPING(421, "4.3.2", "The server is stopping; try again later.", Effect.CLOSES),
    IDLE(421, "4.4.2", "The client sent nothing for too long.", Effect.CLOSES),
    FAILURE(421, "4.3.0", "Internal error; the log of the server has the details.", Effect.CLOSES),
    LINE_TOO_LONG(500, "5.5.6", "The line is too long.", Effect.CLOSES),
    COMMAND_TOO_LONG(500, "5.5.2", "The command is longer than %s octets.", Effect.IS_BAD),
    INVALID_LINE(500, "5.5.2", "A command ends with CRLF and contains no other control characters.", Effect.IS_BAD),
    UNKNOWN_COMMAND(500, "5.5.1", "Unknown command.", Effect.IS_BAD),
    NOT_IMPLEMENTED(502, "5.5.1", "The command is not implemented.", Effect.IS_BAD),
    TOO_MANY_BAD_COMMANDS(421, "4.7.0", "Too many invalid commands.", Effect.CLOSES),
    SYNTAX(501, "5.5.4", "Syntax: %s", Effect.IS_BAD),
    INVALID_PARAMETER(501, "5.5.4", "The parameter %s has an invalid value or is repeated.", Effect.IS_BAD),
    UNKNOWN_PARAMETER(555, "5.5.4", "The parameter %s is unknown.", Effect.IS_BAD),
    BAD_SEQUENCE(503, "5.5.1", "%s", Effect.IS_BAD),
    NOT_LAST_IN_GROUP(503, "5.5.1", "The client must wait for the reply to %s (RFC 2920 §3.1).", Effect.CLOSES),
    TLS_UNAVAILABLE(454, "4.7.0", "TLS is not available.", Effect.NONE),
    COMMANDS_AFTER_STARTTLS(554, "5.5.1", "The client must wait for the reply to STARTTLS.", Effect.CLOSES),
    TLS_REQUIRED(530, "5.7.0", "Send STARTTLS first.", Effect.IS_BAD),
    SIGN_IN_REQUIRED(530, "5.7.0", "Sign in first (AUTH).", Effect.IS_BAD),
    ENCRYPTION_REQUIRED(538, "5.7.11", "Send STARTTLS before AUTH.", Effect.IS_BAD),
    UNKNOWN_MECHANISM(504, "5.5.4", "The mechanisms are PLAIN, LOGIN and OAUTHBEARER.", Effect.IS_BAD),
    SIGN_IN_CANCELED(501, "5.7.0", "The client canceled the sign-in.", Effect.NONE),
    INVALID_RESPONSE(501, "5.5.2", "The response is not valid Base64, or not valid for the mechanism.", Effect.IS_BAD),
    INVALID_CREDENTIALS(535, "5.7.8", "The address, password or token is wrong.", Effect.NONE),
    APP_PASSWORD_REQUIRED(534, "5.7.9", "Use an app password instead of the password of the account.", Effect.NONE),
    PASSWORDS_OFF(534, "5.7.9", "This server does not accept passwords here.", Effect.NONE),
    TOKEN_BOUND(535, "5.7.8", "The token is bound to a key (DPoP), and SMTP cannot prove the key.", Effect.NONE),
    SIGN_IN_LIMITED(454, "4.7.0", "Too many sign-ins; try again later.", Effect.NONE),
    TOO_MANY_SIGN_INS(421, "4.7.0", "Too many failed sign-ins on this connection.", Effect.CLOSES),
    SIGNED_OUT(421, "4.7.0", "The sign-in has ended; sign in again.", Effect.CLOSES),
    INVALID_SENDER(553, "5.1.7", "The address of the sender is invalid.", Effect.NONE),
    UTF8_SENDER(550, "5.6.7", "An address with other characters than ASCII requires SMTPUTF8.", Effect.NONE),
    FOREIGN_SENDER(550, "5.7.1", "The account may not send from this address.", Effect.NONE),
    MAINTENANCE(451, "4.3.2", "%s", Effect.NONE),
    DOMAIN_UNPROVEN(451, "4.7.1", "The DNS proof of the domain is suspended or missing.", Effect.NONE),
    SUBMISSION_OFF(550, "5.7.1", "Sending mail is disabled for the organization of the account.", Effect.NONE),
    MESSAGE_TOO_LARGE(552, "5.3.4", "A message can have at most %s octets.", Effect.NONE),
    TOO_MANY_MESSAGES(421, "4.7.0", "Too many messages on one connection; connect again.", Effect.CLOSES),
    INVALID_RECIPIENT(553, "5.1.3", "The address of the recipient is invalid.", Effect.NONE),
    UTF8_RECIPIENT(553, "5.6.7", "An address with other characters than ASCII requires SMTPUTF8.", Effect.NONE),
    TOO_MANY_RECIPIENTS(452, "4.5.3", "A message can have at most %s recipients.", Effect.NONE),
    UNKNOWN_RECIPIENT(550, "5.1.1", "No account has this address.", Effect.NONE),
    NO_RELAY(550, "5.7.1", "This server does not relay mail for other servers.", Effect.NONE),
    NO_TRANSPORT(550, "5.1.2", "This server has no transport for the domain of the recipient.", Effect.NONE),
    RECIPIENT_OVER_QUOTA(552, "5.2.2", "The recipient is over quota.", Effect.NONE),
    RECIPIENT_SUSPENDED(450, "4.2.1", "The organization of the recipient is suspended.", Effect.NONE),
    TOO_MANY_UNKNOWN_RECIPIENTS(421, "4.7.0", "Too many unknown recipients.", Effect.CLOSES),
    NO_RECIPIENTS(554, "5.5.1", "No recipient was accepted.", Effect.IS_BAD),
    INVALID_CHUNK(501, "5.5.4", "Syntax: BDAT length [LAST]", Effect.CLOSES),
    BARE_LINE_END(550, "5.6.11", "Line %s contains a CR or LF that is not part of CRLF, or NUL.", Effect.CLOSES),
    CONTENT_LINE_TOO_LONG(550, "5.6.0", "Line %s is longer than 1000 octets.", Effect.CLOSES),
    TOO_SLOW(421, "4.4.2", "The message did not arrive in time.", Effect.CLOSES),
    FOREIGN_FROM(550, "5.7.1", "The account may not send from an address in the header.", Effect.NONE),
    INVALID_HEADER(554, "5.6.0", "The header violates RFC 5322.", Effect.NONE),
    RECIPIENT_RATE(451, "4.7.0", "The account has sent to too many recipients; try again later.", Effect.NONE),
    SENDER_OVER_QUOTA(552, "5.2.2", "The account is over its quota.", Effect.NONE),
    STORAGE_FULL(452, "4.3.1", "The storage of the server is full; try again later.", Effect.NONE),
    NOT_STORED(451, "4.3.0", "The message could not be stored; try again later.", Effect.NONE),
    MESSAGE_REJECTED(554, "5.7.0", "The message was rejected.", Effect.NONE),
    MESSAGE_DEFERRED(451, "4.7.1", "The message was deferred; try again later.", Effect.NONE);

    private static final Set<Refusal> OF_RECIPIENTS =
            EnumSet.of(UNKNOWN_RECIPIENT, NO_RELAY, INVALID_RECIPIENT, RECIPIENT_OVER_QUOTA, RECIPIENT_SUSPENDED);

    private final int code;
    private final String enhancedCode;
    private final String text;
    private final Effect effect;

    private enum Effect {
        NONE,
        /** The command counts as an invalid command. */
        IS_BAD,
        /** The connection is closed. */
        CLOSES
    }

    Refusal(int code, String enhancedCode, String text, Effect effect) {
        this.code = code;
        this.enhancedCode = enhancedCode;
        this.text = text;
        this.effect = effect;
    }

    /** Returns the reply. */
    SmtpReply reply(Object... values) {
        return new SmtpReply(code, enhancedCode, String.format(Locale.ROOT, text, values));
    }

    /** Returns the exception for a command that is refused. */
    RefusedException with(Object... values) {
        return new RefusedException(this, reply(values));
    }

    /** Returns the exception for a recipient that the intake refuses, with its reply. */
    static RefusedException ofRecipient(SmtpReply reply) {
        return new RefusedException(
                OF_RECIPIENTS.stream()
                        .filter(refusal ->
                                refusal.code == reply.code() && refusal.enhancedCode.equals(reply.enhancedCode()))
                        .findFirst()
                        .orElse(general(reply)),
                reply);
    }

    /** Returns the reason of a negative reply to a message. */
    static Refusal general(SmtpReply reply) {
        return reply.isTransient() ? MESSAGE_DEFERRED : MESSAGE_REJECTED;
    }

    int code() {
        return code;
    }

    String enhancedCode() {
        return enhancedCode;
    }

    /** Returns the text, in which {@code %s} stands for a value. */
    String text() {
        return text;
    }

    /** Returns whether the command counts as an invalid command. */
    boolean isBad() {
        return effect == Effect.IS_BAD;
    }

    /** Returns whether the connection is closed. */
    boolean closes() {
        return effect == Effect.CLOSES;
    }

    /** Returns the name in metrics and the log. */
    String reason() {
        return name().toLowerCase(Locale.ROOT);
    }
}
