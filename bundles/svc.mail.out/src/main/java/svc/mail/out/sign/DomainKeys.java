package svc.mail.out.sign;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.delivery.DkimKeys;
import svc.api.delivery.MailServerName;
import svc.api.identity.Directory;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.mailauth.DkimKey;
import svc.mailauth.DkimSigner.SigningKey;
import svc.mailauth.DomainName;

/** The keys of the domains of this server. A key is written to its file before its row is stored. Thread-safe. */
@Component(service = {DomainKeys.class, DkimKeys.class})
public final class DomainKeys implements DkimKeys {

    /** The time between the creation of a key and the first lookup of its record. */
    static final Duration FIRST_CHECK = Duration.ofMinutes(2);

    private static final Logger LOG = LoggerFactory.getLogger(DomainKeys.class);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("'s'uuuuMMdd");
    private static final int RSA_BITS = 2_048;

    private final Store store;
    private final Directory directory;
    private final MailServerName server;
    private final Clock clock;
    private final KeyFiles files;
    private final Function<String, KeyPair> generator;

    @Activate
    public DomainKeys(
            BundleContext context,
            @Reference Store store,
            @Reference Directory directory,
            @Reference MailServerName server,
            @Reference Clock clock) {
        this(
                Path.of(requireNonNullElse(context.getProperty("svc.home"), ".")),
                store,
                directory,
                server,
                clock,
                DomainKeys::generate);
    }

    DomainKeys(
            Path home,
            Store store,
            Directory directory,
            MailServerName server,
            Clock clock,
            Function<String, KeyPair> generator) {
        this.store = store;
        this.directory = directory;
        this.server = server;
        this.clock = clock;
        this.files = new KeyFiles(home);
        this.generator = generator;
    }

    KeyFiles files() {
        return files;
    }

    /** Returns whether a domain may have keys: a tenant has it, or it is the name of this server. */
    boolean isOwn(String domain) {
        return directory.tenantOfDomain(domain).isPresent() || domain.equals(server.hostname());
    }

    List<DomainKey> all() {
        return read(KeyRows::all);
    }

    List<DomainKey> of(String domain) {
        return read(sql -> KeyRows.of(sql, domain));
    }

    /**
     * Returns the keys that sign the messages of a domain. A domain of a tenant gets keys when it needs them for the first
     * time; they do not sign yet.
     */
    List<SigningKey> live(DomainName domain) {
        List<SigningKey> live = new ArrayList<>();
        for (DomainKey key : createIfMissing(domain.text())) {
            if (key.state() == State.LIVE) {
                files.read(key.file(), key.algorithm())
                        .ifPresent(secret -> live.add(new SigningKey(domain, key.selector(), secret)));
            }
        }
        return live;
    }

    @Override
    public List<KeyRecord> records(String domain) {
        DomainName name = DomainName.of(domain);
        return name == null
                ? List.of()
                : createIfMissing(name.text()).stream()
                        .map(DomainKey::keyRecord)
                        .toList();
    }

    private List<DomainKey> createIfMissing(String domain) {
        List<DomainKey> keys = of(domain);
        boolean isMissing = keys.stream().allMatch(key -> key.state() == State.RETIRED);
        if (!isMissing || directory.tenantOfDomain(domain).isEmpty()) {
            return keys;
        }
        try {
            return create(domain);
        } catch (IOException e) {
            LOG.error("The DKIM keys of {} could not be written; its messages leave without signatures", domain, e);
            return keys;
        }
    }

    /**
     * Creates keys for a domain unless it has new ones. They replace the present ones when their records are in DNS.
     * Returns all keys of the domain.
     */
    synchronized List<DomainKey> create(String domain) throws IOException {
        List<DomainKey> present = of(domain);
        if (present.stream().noneMatch(key -> key.state() == State.NEW)) {
            String name = name(present);
            List<DomainKey> keys = List.of(create(domain, name, "rsa"), create(domain, name, "ed25519"));
            write(sql -> keys.forEach(key -> KeyRows.insert(sql, key, FIRST_CHECK)));
            LOG.info("New DKIM keys of {} wait for their records in DNS; see svc dkim list", domain);
        }
        return of(domain);
    }

    /** Returns the start of a selector that the domain does not use: the day, then letters. */
    private String name(List<DomainKey> present) {
        String day = DATE.format(clock.now().atOffset(ZoneOffset.UTC));
        String name = day;
        for (char letter = 'b'; isUsed(present, name); letter++) {
            name = day + letter;
        }
        return name;
    }

    private static boolean isUsed(List<DomainKey> present, String name) {
        return present.stream().anyMatch(key -> key.selector().startsWith(name + '-'));
    }

    private DomainKey create(String domain, String name, String type) throws IOException {
        KeyPair pair = generator.apply(type);
        String selector = name + '-' + type;
        String file = domain + '/' + selector + ".pem";
        files.write(file, pair.getPrivate());
        return new DomainKey(
                domain,
                selector,
                type + "-sha256",
                file,
                DkimKey.record(pair.getPublic()),
                State.NEW,
                clock.now(),
                Optional.empty());
    }

    static KeyPair generate(String type) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(type.equals("rsa") ? "RSA" : "Ed25519");
            if (type.equals("rsa")) {
                generator.initialize(RSA_BITS);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has RSA and Ed25519", e);
        }
    }

    /** Deletes the keys that retired before a time, and files that a crash has left. The file is deleted before the row. */
    synchronized void deleteRetired(Instant before) throws IOException {
        for (DomainKey key : read(sql -> KeyRows.retiredBefore(sql, before))) {
            files.delete(key.file());
            write(sql -> KeyRows.delete(sql, key));
            LOG.info("The DKIM key {} was deleted; its record is no longer needed", key.name());
        }
        Set<String> used = all().stream().map(DomainKey::file).collect(Collectors.toSet());
        files.deleteOthers(used);
    }

    <R> R read(Function<Sql, R> work) {
        return store.read(Scope.system(), snapshot -> work.apply(snapshot.sql()));
    }

    void write(Consumer<SqlWriter> work) {
        store.write(Scope.system(), TransactionCallback.named("svc.mail.out: update the DKIM keys", tx -> {
            work.accept(tx.sql());
            return "";
        }));
    }
}
