package svc.backup;

import java.lang.annotation.Annotation;

/** The configuration with a target. */
record Configured(String target, String recipient) implements BackupConfig {

    Configured(String target) {
        this(target, "");
    }

    @Override
    public int every_minutes() {
        return 60;
    }

    @Override
    public boolean include_keys() {
        return true;
    }

    @Override
    public Class<? extends Annotation> annotationType() {
        return BackupConfig.class;
    }
}
