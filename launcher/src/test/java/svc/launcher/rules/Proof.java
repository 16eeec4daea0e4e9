package svc.launcher.rules;

/**
 * A test that says it proves a row of the requirements or a part of an RFC.
 *
 * @param id the row, or {@code RFC8620 §5.2}
 * @param test the class and the method, or only the class when all of it counts
 * @param part what it proves of the row; empty when there is no word on that
 * @param open what of the row nothing proves yet; empty when there is no word on that
 * @param soak whether it only runs in {@code make soak}
 * @param place the file and the line
 */
record Proof(String id, String test, String part, String open, boolean soak, String place) {

    /** Whether it proves the row whole. */
    boolean whole() {
        return part.isEmpty() && open.isEmpty();
    }
}
