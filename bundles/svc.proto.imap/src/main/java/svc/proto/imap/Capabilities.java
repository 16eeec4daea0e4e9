package svc.proto.imap;

import java.util.ArrayList;
import java.util.List;
import svc.api.net.connection.Connection;

/** The capabilities that the server announces (RFC 9051 §6.1.1). They differ before and after the sign-in. */
final class Capabilities {

    /** The maximum size of a message in APPEND. */
    static final long MOST_MESSAGE = 50_000_000;

    private static final List<String> ALWAYS = List.of("IMAP4rev1", "IMAP4rev2", "LITERAL+", "ID");

    private static final List<String> SIGNED_IN = List.of(
            "ENABLE",
            "COMPRESS=DEFLATE",
            "NAMESPACE",
            "CHILDREN",
            "LIST-EXTENDED",
            "LIST-STATUS",
            "LIST-MYRIGHTS",
            "SPECIAL-USE",
            "CREATE-SPECIAL-USE",
            "STATUS=SIZE",
            "ACL",
            "METADATA",
            "RIGHTS=texk",
            "QUOTA",
            "QUOTA=RES-STORAGE",
            "ESEARCH",
            "SEARCHRES",
            "SORT",
            "SORT=DISPLAY",
            "ESORT",
            "THREAD=ORDEREDSUBJECT",
            "THREAD=REFERENCES",
            "WITHIN",
            "SEARCH=FUZZY",
            "PARTIAL",
            "BINARY",
            "PREVIEW",
            "SAVEDATE",
            "OBJECTID",
            "I18NLEVEL=1",
            "IDLE",
            "NOTIFY",
            "UNSELECT",
            "UIDPLUS",
            "MOVE",
            "MULTIAPPEND",
            "REPLACE",
            "CONDSTORE",
            "QRESYNC",
            "UTF8=ACCEPT",
            "UNAUTHENTICATE",
            "APPENDLIMIT=" + MOST_MESSAGE);

    private Capabilities() {}

    /** Returns the capabilities before the sign-in. */
    static List<String> beforeSignIn(Connection connection, boolean passwords) {
        List<String> all = new ArrayList<>(ALWAYS);
        if (connection.canStartTls()) {
            all.add("STARTTLS");
        }
        if (passwords) {
            all.addAll(List.of("SASL-IR", "AUTH=PLAIN", "AUTH=LOGIN", "AUTH=OAUTHBEARER"));
        } else {
            all.add("LOGINDISABLED");
        }
        return all;
    }

    /** Returns the capabilities after the sign-in. */
    static List<String> afterSignIn() {
        List<String> all = new ArrayList<>(ALWAYS);
        all.addAll(SIGNED_IN);
        return all;
    }
}
