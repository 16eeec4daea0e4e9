package svc.proto.smtp;

/** The role of a listener. */
enum Role {
    /** Accepts mail from other servers for the accounts of this server. */
    RELAY("smtp", "ESMTP"),
    /** Accepts mail from signed-in clients for everyone. */
    SUBMISSION("submission", "ESMTP"),
    /** Accepts mail from a server in front of this one; each recipient has its own reply. */
    LMTP("lmtp", "LMTP");

    private final String protocol;
    private final String greeting;

    Role(String protocol, String greeting) {
        this.protocol = protocol;
        this.greeting = greeting;
    }

    /** Returns the name of the protocol in limits, metrics and the log. */
    String protocol() {
        return protocol;
    }

    /** Returns the name of the protocol in the greeting. */
    String greeting() {
        return greeting;
    }
}
