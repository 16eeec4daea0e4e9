package svc.api.delivery;

import java.util.Locale;

/**
 * What became of a message on its way to one recipient.
 *
 * @param address the recipient
 * @param fate how it stands
 * @param reply why, in the form of RFC 8621 §7: a reply code of SMTP, an enhanced status code, a sentence
 */
public record Destiny(String address, Fate fate, String reply) {

    /** How it stands. */
    public enum Fate {
        /** It is on its way. */
        WAITING,
        /** It is in the account of the recipient. */
        DELIVERED,
        /** Another server has taken it. */
        RELAYED,
        /** It never comes there. */
        FAILED;

        /** As it is kept and shown. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
