package svc.api.jmap.type;

/** The owner of the objects of a type. */
public enum DataOwner {
    /** The account that a call names. */
    ACCOUNT,
    /** The tenant of the caller: all its accounts have the same objects. */
    TENANT
}
