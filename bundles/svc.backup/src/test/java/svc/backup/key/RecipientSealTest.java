package svc.backup.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encryption to a recipient. */
final class RecipientSealTest {

    private static final byte[] PLACE = "place".getBytes(UTF_8);
    private static final byte[] CONTENT = "content".getBytes(UTF_8);

    private final SecureRandom random = new SecureRandom();
    private final Identity identity = Identity.fresh(random);
    private final RecipientSeal server = new RecipientSeal(identity.recipient(), null, random);

    /** The first iteration of RFC 7748 §5.2. */
    @Test
    void recipientIsThePublicKeyOfTheIdentity() {
        byte[] scalar = HexFormat.of().parseHex("09" + "00".repeat(31));
        assertThat(Identity.of(BackupKey.of(scalar)).recipient().toBytes())
                .asHexString()
                .isEqualToIgnoringCase("422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079");
    }

    @Test
    void onlyTheIdentityOpensWhatAnotherProcessHasEncrypted() {
        byte[] sealed = server.seal(PLACE, CONTENT, CONTENT.length);
        assertThat(new RecipientSeal(identity.recipient(), identity, random).open(PLACE, sealed))
                .hasValue(CONTENT);
        RecipientSeal later = new RecipientSeal(identity.recipient(), null, random);
        assertThat(later.canOpen(sealed)).isFalse();
        assertThat(later.open(PLACE, sealed)).isEmpty();
        Identity other = Identity.fresh(random);
        assertThat(new RecipientSeal(other.recipient(), other, random).open(PLACE, sealed))
                .isEmpty();
    }

    @Test
    void theWriterReadsBackWhatItHasEncrypted() {
        byte[] sealed = server.seal(PLACE, CONTENT, 3);
        assertThat(server.canOpen(sealed)).isTrue();
        assertThat(server.open(PLACE, sealed)).hasValue("con".getBytes(UTF_8));
    }

    @Test
    void changedBytesAndOtherPlacesAreRefused() {
        RecipientSeal reader = new RecipientSeal(identity.recipient(), identity, random);
        byte[] sealed = server.seal(PLACE, CONTENT, CONTENT.length);
        for (int i = 0; i < sealed.length; i++) {
            byte[] changed = sealed.clone();
            changed[i] ^= 1;
            assertThat(reader.open(PLACE, changed)).as("byte %d", i).isEmpty();
            assertThat(reader.open(PLACE, Arrays.copyOf(sealed, i)))
                    .as("length %d", i)
                    .isEmpty();
        }
        assertThat(reader.open("elsewhere".getBytes(UTF_8), sealed)).isEmpty();
        assertThat(reader.open(PLACE, new byte[sealed.length]))
                .as("a public key of small order")
                .isEmpty();
    }

    @Test
    void recipientHasATextThatDetectsTypingErrors() {
        String text = identity.recipient().toString();
        assertThat(text).hasSize(48);
        assertThat(Recipient.of(" " + text + "\n")).isEqualTo(identity.recipient());
        for (int i = 0; i < text.length(); i++) {
            String mistyped = text.substring(0, i) + (text.charAt(i) == 'A' ? 'B' : 'A') + text.substring(i + 1);
            assertThatThrownBy(() -> Recipient.of(mistyped))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not a recipient of backups, or is mistyped");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "!", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> Recipient.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPublicKeyOfSmallOrderIsRefused() {
        Recipient zero = Recipient.of(new Recipient(new byte[Recipient.BYTES]).toString());
        assertThatThrownBy(() -> new RecipientSeal(zero, null, random))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a recipient of backups");
    }
}
