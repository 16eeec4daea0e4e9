package svc.api.engine;

/**
 * Token that is needed to create the {@code Scope} of an account. Only bundles of the server can create it, after they
 * have checked the access of the caller. Threading: immutable.
 */
public record ScopeKey() {}
