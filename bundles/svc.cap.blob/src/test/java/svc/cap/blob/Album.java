package svc.cap.blob;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.Capability;
import svc.api.jmap.type.BlobRef;
import svc.api.jmap.type.ContainerRights;
import svc.api.jmap.type.ObjectType;
import svc.api.jmap.type.TypeDescriptor;

/** An album with a cover. Albums can be shared. */
record Album(String name, @BlobRef @Nullable String cover) {

    static final String URN = "urn:example:albums";

    /** The type, and its capability. */
    static final class Type implements Capability, ObjectType<Album> {

        @Override
        public String urn() {
            return URN;
        }

        @Override
        public String capability() {
            return URN;
        }

        @Override
        public Class<Album> recordType() {
            return Album.class;
        }

        @Override
        public TypeDescriptor describe(TypeDescriptor derived) {
            return derived.withRights(new ContainerRights(
                    List.of("mayRead", "mayAdd", "mayShare"),
                    "mayRead",
                    Set.of("mayRead"),
                    Set.of("mayAdd"),
                    "mayShare",
                    Set.of(URN),
                    Optional.empty()));
        }
    }
}
