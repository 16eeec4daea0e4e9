package org.example.keeps;

import svc.api.jmap.Capability;

/** Objects that refer to blobs. */
public final class Keeps implements Capability {

    static final String URN = "urn:example:keeps";

    @Override
    public String urn() {
        return URN;
    }
}
