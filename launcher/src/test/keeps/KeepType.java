package org.example.keeps;

import svc.api.jmap.type.ObjectType;

/** The type of the objects that refer to blobs. */
public final class KeepType implements ObjectType<Keep> {

    @Override
    public String name() {
        return "Keep";
    }

    @Override
    public String capability() {
        return Keeps.URN;
    }

    @Override
    public Class<Keep> recordType() {
        return Keep.class;
    }
}
