package svc.api.identity;

/** A level of access to shared data. */
public enum Access {
    /** Read only. */
    READ,
    /** Read and write. */
    WRITE
}
