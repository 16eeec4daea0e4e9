package svc.proto.imap.response;

import java.util.Collection;
import svc.proto.imap.grammar.NumberSet;

/**
 * A response code (RFC 9051 §7.1, RFC 5530 and extensions).
 *
 * @param text the code and its arguments, without brackets
 */
public record ResponseCode(String text) {

    public static final ResponseCode ALERT = new ResponseCode("ALERT");
    public static final ResponseCode ALREADYEXISTS = new ResponseCode("ALREADYEXISTS");
    public static final ResponseCode AUTHENTICATIONFAILED = new ResponseCode("AUTHENTICATIONFAILED");
    public static final ResponseCode AUTHORIZATIONFAILED = new ResponseCode("AUTHORIZATIONFAILED");
    public static final ResponseCode CANNOT = new ResponseCode("CANNOT");
    public static final ResponseCode CLIENTBUG = new ResponseCode("CLIENTBUG");
    public static final ResponseCode CLOSED = new ResponseCode("CLOSED");
    public static final ResponseCode CONTACTADMIN = new ResponseCode("CONTACTADMIN");
    public static final ResponseCode COMPRESSIONACTIVE = new ResponseCode("COMPRESSIONACTIVE");
    public static final ResponseCode CORRUPTION = new ResponseCode("CORRUPTION");
    public static final ResponseCode EXPIRED = new ResponseCode("EXPIRED");
    public static final ResponseCode EXPUNGEISSUED = new ResponseCode("EXPUNGEISSUED");
    public static final ResponseCode HASCHILDREN = new ResponseCode("HASCHILDREN");
    public static final ResponseCode INUSE = new ResponseCode("INUSE");
    public static final ResponseCode LIMIT = new ResponseCode("LIMIT");
    public static final ResponseCode NOMODSEQ = new ResponseCode("NOMODSEQ");
    public static final ResponseCode NONEXISTENT = new ResponseCode("NONEXISTENT");
    public static final ResponseCode NOPERM = new ResponseCode("NOPERM");
    public static final ResponseCode NOTSAVED = new ResponseCode("NOTSAVED");
    public static final ResponseCode NOTIFICATIONOVERFLOW = new ResponseCode("NOTIFICATIONOVERFLOW");
    public static final ResponseCode OVERQUOTA = new ResponseCode("OVERQUOTA");
    public static final ResponseCode PARSE = new ResponseCode("PARSE");
    public static final ResponseCode PRIVACYREQUIRED = new ResponseCode("PRIVACYREQUIRED");
    public static final ResponseCode READ_ONLY = new ResponseCode("READ-ONLY");
    public static final ResponseCode READ_WRITE = new ResponseCode("READ-WRITE");
    public static final ResponseCode SERVERBUG = new ResponseCode("SERVERBUG");
    public static final ResponseCode TOOBIG = new ResponseCode("TOOBIG");
    public static final ResponseCode TRYCREATE = new ResponseCode("TRYCREATE");
    public static final ResponseCode UIDNOTSTICKY = new ResponseCode("UIDNOTSTICKY");
    public static final ResponseCode UNAVAILABLE = new ResponseCode("UNAVAILABLE");
    public static final ResponseCode UNKNOWN_CTE = new ResponseCode("UNKNOWN-CTE");
    public static final ResponseCode USEATTR = new ResponseCode("USEATTR");

    /** The charset of a search is not supported. */
    public static final ResponseCode BADCHARSET = new ResponseCode("BADCHARSET (UTF-8 US-ASCII)");

    /** CAPABILITY with the capabilities. */
    public static ResponseCode capability(Collection<String> capabilities) {
        return new ResponseCode("CAPABILITY " + String.join(" ", capabilities));
    }

    /** PERMANENTFLAGS with the flags that the client can change. */
    public static ResponseCode permanentFlags(Collection<String> flags) {
        return new ResponseCode("PERMANENTFLAGS (" + String.join(" ", flags) + ")");
    }

    /** UIDNEXT. */
    public static ResponseCode uidNext(long uid) {
        return new ResponseCode("UIDNEXT " + uid);
    }

    /** UIDVALIDITY. */
    public static ResponseCode uidValidity(long validity) {
        return new ResponseCode("UIDVALIDITY " + validity);
    }

    /** UNSEEN with the number of the first unseen message (RFC 3501). */
    public static ResponseCode unseen(long number) {
        return new ResponseCode("UNSEEN " + number);
    }

    /** HIGHESTMODSEQ (RFC 7162). */
    public static ResponseCode highestModSeq(long value) {
        return new ResponseCode("HIGHESTMODSEQ " + value);
    }

    /** MODIFIED with the messages that a conditional STORE left unchanged (RFC 7162). */
    public static ResponseCode modified(NumberSet messages) {
        return new ResponseCode("MODIFIED " + messages);
    }

    /** APPENDUID with the UIDs of new messages in their order (RFC 4315). */
    public static ResponseCode appendUid(long validity, NumberSet uids) {
        return new ResponseCode("APPENDUID " + validity + " " + uids);
    }

    /** COPYUID with the UIDs of messages and of their copies, as many (RFC 4315). */
    public static ResponseCode copyUid(long validity, NumberSet source, NumberSet target) {
        return new ResponseCode("COPYUID " + validity + " " + source + " " + target);
    }

    /** MAILBOXID (RFC 8474). */
    public static ResponseCode mailboxId(String id) {
        return new ResponseCode("MAILBOXID (" + id + ")");
    }

    /** METADATA with a reason, such as {@code TOOMANY} (RFC 5464). */
    public static ResponseCode metadata(String reason) {
        return new ResponseCode("METADATA " + reason);
    }

    /** BADEVENT with the events that the server knows (RFC 5465). */
    public static ResponseCode badEvent(Collection<String> known) {
        return new ResponseCode("BADEVENT (" + String.join(" ", known) + ")");
    }
}
