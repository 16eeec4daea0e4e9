package svc.store.sqlite;

import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/**
 * Shows the bundles' scripts to Flyway. Authors number from 1 each; to Flyway a version starts with the namespace's own
 * number, so that two authors never meet.
 */
final class FlywayScripts implements ResourceProvider {

    private final List<LoadableResource> scripts = new ArrayList<>();

    FlywayScripts(List<MigrationSet> sets, Map<String, Namespace> rows) {
        for (MigrationSet set : sets) {
            int number = Objects.requireNonNull(rows.get(set.namespace())).number();
            set.scripts().forEach(script -> scripts.add(new Script(set, number, script)));
        }
    }

    @Override
    public @Nullable LoadableResource getResource(String name) {
        return null;
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
        return prefix.equals("V") ? List.copyOf(scripts) : List.of();
    }

    /** One script under its name for Flyway. */
    static final class Script extends LoadableResource {

        private final MigrationSet set;
        private final int number;
        private final MigrationScript script;

        Script(MigrationSet set, int number, MigrationScript script) {
            this.set = set;
            this.number = number;
            this.script = script;
        }

        @Override
        public Reader read() {
            return new StringReader(script.text());
        }

        /** What Flyway keeps in its history's column {@code script}. */
        @Override
        public String getRelativePath() {
            return set.namespace() + "/" + script.file();
        }

        @Override
        public String getAbsolutePath() {
            return getRelativePath();
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return getRelativePath();
        }

        @Override
        public String getFilename() {
            return "V" + number + "." + script.version() + "__" + script.title();
        }
    }
}
