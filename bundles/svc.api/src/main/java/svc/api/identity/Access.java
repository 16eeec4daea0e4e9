package svc.api.identity;

/** What may be done. */
public enum Access {
    /** Only look. */
    READ,
    /** Look and change. */
    WRITE
}
