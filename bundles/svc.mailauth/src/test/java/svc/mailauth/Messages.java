package svc.mailauth;

/** Messages of the tests. */
final class Messages {

    /** A small message. */
    static final String PLAIN = lines("""
            From: Alice <alice@example.org>
            To: Bob <bob@example.net>
            Subject: Lunch
            Date: Tue, 1 Jan 2030 00:00:00 +0000

            Shall we meet at noon?

            Alice
            """);

    private Messages() {}

    /** Returns a text with CRLF line ends. */
    static String lines(String text) {
        return text.replace("\n", "\r\n");
    }

    /** Reads the signatures of a message that arrives at once. */
    static MessageSignatures read(String message) {
        return read(message, Integer.MAX_VALUE);
    }

    /** Reads the signatures of a message that arrives in pieces. */
    static MessageSignatures read(String message, int piece) {
        byte[] octets = Signer.octets(message);
        MessageSignatures signatures = new MessageSignatures();
        for (int at = 0; at < octets.length; at += Math.min(piece, octets.length - at)) {
            signatures.write(octets, at, Math.min(piece, octets.length - at));
        }
        signatures.close();
        return signatures;
    }
}
