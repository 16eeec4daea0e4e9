package org.example.keeps;

import svc.api.jmap.ObjectType;

/** The type of what refers to blobs. */
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
    public Class<Keep> shape() {
        return Keep.class;
    }
}
