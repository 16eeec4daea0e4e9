package svc.admin;

/**
 * Why an operation is not offered.
 *
 * @param bundle the symbolic name of its bundle
 * @param what one sentence
 * @param remedy one sentence
 */
record Refusal(String bundle, String what, String remedy) {}
