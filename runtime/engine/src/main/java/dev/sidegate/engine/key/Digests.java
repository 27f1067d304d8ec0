package dev.sidegate.engine.key;

import dev.sidegate.engine.payload.CanonicalForm;
import dev.sidegate.engine.payload.Sha256;
import dev.sidegate.engine.payload.Tree;
import dev.sidegate.engine.secret.HmacSecret;
import dev.sidegate.engine.secret.MissingSecretException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands in a key for a value that cannot stand there itself: a digest of its tree. */
public final class Digests {
  private static final byte[] HMAC_PURPOSE = "key".getBytes(StandardCharsets.US_ASCII);

  private final @Nullable HmacSecret secret;
  private final CanonicalForm canonical;

  private Digests(@Nullable HmacSecret secret, CanonicalForm canonical) {
    this.secret = secret;
    this.canonical = canonical;
  }

  /** Without a secret {@code hmac} is refused. */
  public static Digests withoutSecret() {
    return new Digests(null, CanonicalForm.withoutSecret());
  }

  /** With the secret behind {@code hmac}. */
  public static Digests with(HmacSecret secret) {
    return new Digests(secret, CanonicalForm.with(secret));
  }

  /** 64 hexadecimal digits over the canonical bytes. */
  String sha256(Object tree) {
    return HexFormat.of().formatHex(Sha256.of(bytes(tree)));
  }

  /** The same under the secret. */
  String hmac(Place place, Object tree) {
    if (secret == null) {
      throw new MissingSecretException(
          place.name() + " of the key \"" + place.template().text() + "\" takes |hmac");
    }
    return HexFormat.of().formatHex(secret.mac(HMAC_PURPOSE, bytes(tree)));
  }

  /**
   * A mark on the value itself changes nothing here: free text would be left out, and a sensitive
   * value would be hashed twice.
   */
  private byte[] bytes(Object tree) {
    Object bare = tree;
    while (bare instanceof Map.Entry<?, ?> tag
        && (tag.getKey().equals("sensitive") || tag.getKey().equals("free-text"))) {
      bare = tag.getValue();
    }
    return canonical.bytes(Tree.of(bare));
  }
}
