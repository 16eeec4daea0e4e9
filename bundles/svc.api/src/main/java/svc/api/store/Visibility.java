package svc.api.store;

import java.util.Set;

/**
 * The objects of a type that a reader may see: an owner sees all of them, a guest those in the containers that are
 * shared with the guest, and a client of IMAP or DAV those in the container that it follows.
 */
public sealed interface Visibility {

    /** All objects of the account are visible. */
    record All() implements Visibility {}

    /**
     * The objects in at least one of the containers are visible. The store knows them from the membership log, see
     * {@link Transaction#watch}.
     *
     * @param containers the containers, as they were named in {@link Transaction#joined}
     */
    record InContainers(Set<Long> containers) implements Visibility {

        /** Copies the set. */
        public InContainers {
            containers = Set.copyOf(containers);
        }
    }

    /**
     * Exactly these objects are visible. For the type of the containers themselves.
     *
     * @param numbers the numbers of the objects
     */
    record Objects(Set<Long> numbers) implements Visibility {

        /** Copies the set. */
        public Objects {
            numbers = Set.copyOf(numbers);
        }
    }
}
