package svc.launcher.rules;

/**
 * A test that is annotated to prove a requirement or a section of an RFC.
 *
 * @param id the requirement, or {@code RFC8620 §5.2}
 * @param test the class and the method, or only the class for all of it
 * @param part the part of the requirement that it proves; empty if not stated
 * @param open the part that no test proves yet; empty if not stated
 * @param soak whether it only runs in {@code make soak}
 * @param place the file and the line
 */
record Proof(String id, String test, String part, String open, boolean soak, String place) {

    /** Returns whether it proves the whole requirement. */
    boolean whole() {
        return part.isEmpty() && open.isEmpty();
    }
}
