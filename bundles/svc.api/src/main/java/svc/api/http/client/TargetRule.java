package svc.api.http.client;

/** The targets to which a request may be sent. */
public enum TargetRule {
    /** Public Internet addresses over TLS. */
    PUBLIC_HTTPS,
    /** Every address, also over plain HTTP. Only for targets that the operator configures, and for trials. */
    ANY;

    /** Returns the rule for a configuration that may permit private addresses. */
    public static TargetRule of(boolean privateTargets) {
        return privateTargets ? ANY : PUBLIC_HTTPS;
    }
}
