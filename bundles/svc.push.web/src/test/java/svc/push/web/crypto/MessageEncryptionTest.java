package svc.push.web.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.util.Base64URL;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.testkit.PushKeys;

class MessageEncryptionTest {

    private static final String RECEIVER =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    private static final String AUTH = "BTBZMqHH6r4Tts7J_aSIgg";
    private static final String MESSAGE = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
            + "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
            + "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    private static final String WATERMELON = "When I grow up, I want to be a watermelon";

    private static byte[] bytes(String base64) {
        return Base64.getUrlDecoder().decode(base64);
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Test
    void reproducesTheExampleOfRfc8291() {
        byte[] point = bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        ECKey sender = new ECKey.Builder(EcKeys.decode(point).orElseThrow())
                .d(new Base64URL("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
                .build();
        ClientKeys keys =
                ClientKeys.read(Map.of("p256dh", RECEIVER, "auth", AUTH)).orElseThrow();
        byte[] salt = Arrays.copyOf(bytes(MESSAGE), MessageEncryption.SALT);

        assertThat(text(MessageEncryption.seal(WATERMELON.getBytes(UTF_8), keys, sender, salt)))
                .isEqualTo(MESSAGE);
    }

    @Test
    void decryptsWithTheKeys() {
        PushKeys known = PushKeys.of("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", RECEIVER, AUTH);
        assertThat(new String(known.open(bytes(MESSAGE)), UTF_8)).isEqualTo(WATERMELON);

        PushKeys fresh = PushKeys.fresh();
        ClientKeys keys = ClientKeys.read(Map.of("p256dh", fresh.p256dh(), "auth", fresh.auth()))
                .orElseThrow();
        byte[] longest = new byte[MessageEncryption.MOST];
        byte[] sealed = MessageEncryption.seal(longest, keys, EcKeys.generate(), new byte[MessageEncryption.SALT]);
        assertThat(sealed).hasSize(4_096);
        assertThat(fresh.open(sealed)).isEqualTo(longest);
    }

    @Test
    void reproducesTheExamplesOfRfc8188() {
        String walrus = "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg";
        byte[] material = bytes("yqdlZ-tYemfogSmv7Ws5PQ");
        byte[] encoded = MessageEncryption.encode(
                "I am the walrus".getBytes(UTF_8),
                material,
                new byte[0],
                Arrays.copyOf(bytes(walrus), MessageEncryption.SALT));
        assertThat(text(encoded)).isEqualTo(walrus);
        assertThat(new String(PushKeys.decode(encoded, material), UTF_8)).isEqualTo("I am the walrus");

        byte[] twoRecords = bytes(
                "uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA");
        assertThat(new String(PushKeys.decode(twoRecords, bytes("BO3ZVPxUlnLORbVGMpbT1Q")), UTF_8))
                .isEqualTo("I am the walrus");
    }

    @Test
    void rejectsInvalidKeys() {
        byte[] off = bytes(RECEIVER);
        off[64] ^= 1;
        byte[] compressed = Arrays.copyOf(bytes(RECEIVER), 33);
        compressed[0] = 2;
        byte[] beyond = new byte[65];
        Arrays.fill(beyond, (byte) 0xff);
        beyond[0] = 4;
        byte[] infinity = new byte[65];
        infinity[0] = 4;
        for (byte[] point : new byte[][] {off, compressed, beyond, infinity, new byte[0], new byte[65]}) {
            assertThat(ClientKeys.read(Map.of("p256dh", text(point), "auth", AUTH)))
                    .as(text(point))
                    .isEmpty();
        }
        for (Object keys : new Object[] {
            "keys",
            Map.of("p256dh", RECEIVER),
            Map.of("p256dh", RECEIVER, "auth", AUTH, "more", 1),
            Map.of("p256dh", RECEIVER, "auth", AUTH + "AA"),
            Map.of("p256dh", RECEIVER, "auth", 16),
            Map.of("p256dh", RECEIVER.replace('-', '+'), "auth", AUTH),
        }) {
            assertThat(ClientKeys.read(keys)).as(keys.toString()).isEmpty();
        }
        assertThat(ClientKeys.read(Map.of("p256dh", RECEIVER + "=", "auth", AUTH + "==")))
                .as("padded")
                .isPresent();
    }

    @Test
    void pointsSurviveReadingAndWriting() {
        for (int i = 0; i < 50; i++) {
            byte[] point = EcKeys.encode(EcKeys.generate());
            assertThat(EcKeys.decode(point).map(EcKeys::encode)).hasValue(point);
        }
    }
}
