package svc.api.operation;

/** The arguments of an operation that takes none. */
public record NoArguments() {}
