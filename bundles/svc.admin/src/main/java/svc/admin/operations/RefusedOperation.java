package svc.admin.operations;

/**
 * An operation that is not offered.
 *
 * @param bundle the symbolic name of its bundle
 * @param what the reason, as a sentence
 * @param remedy the remedy, as a sentence
 */
record RefusedOperation(String bundle, String what, String remedy) {}
