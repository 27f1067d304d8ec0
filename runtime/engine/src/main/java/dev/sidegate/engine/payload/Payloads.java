package dev.sidegate.engine.payload;

import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.intent.PayloadHash;
import dev.sidegate.engine.secret.MissingSecretException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What the store keeps of a call, and what comes back of it. Each stored byte string is bound to
 * its intent and its payload's hash: moved to another row, it does not open.
 */
public final class Payloads {
  private final CanonicalForm canonical;
  private final Envelope envelope;

  /** Puts both forms together. */
  public Payloads(CanonicalForm canonical, Envelope envelope) {
    this.canonical = canonical;
    this.envelope = envelope;
  }

  /**
   * The payload of a claim.
   *
   * @param schema the fingerprint of the types that the arguments were made from
   * @throws TreeRefusedException if the arguments are too large
   * @throws MissingSecretException for a sensitive value without a secret, or without a key that
   *     encrypts what is stored
   */
  public Payload payload(IntentKey key, Tree arguments, String schema) {
    PayloadHash hash = canonical.hash(arguments, schema);
    return new Payload(hash, seal(key, hash, Part.ARGUMENTS, arguments));
  }

  /**
   * The arguments of a stored payload. They are not compared with the hash; see {@link #hash}.
   *
   * @throws UnreadableFormException if they cannot be opened or read
   */
  public Tree arguments(IntentKey key, Payload payload) {
    return open(key, payload.hash(), Part.ARGUMENTS, payload.stored());
  }

  /**
   * A payload as the release saw it that stored another one under another schema, if it is the same
   * wish. Then only what the older release did not know may be new, and only if it is null.
   *
   * @return the stored payload's hash, with this call's stored form; empty if the wishes differ
   * @throws UnreadableFormException if one of them cannot be opened or read
   */
  public Optional<Payload> asSeenBy(IntentKey key, Payload payload, Payload stored) {
    Tree older = OlderView.of(arguments(key, payload), arguments(key, stored));
    PayloadHash hash = canonical.hash(older, stored.hash().schema());
    return hash.equals(stored.hash())
        ? Optional.of(new Payload(hash, seal(key, hash, Part.ARGUMENTS, older)))
        : Optional.empty();
  }

  /** The hash of arguments; throws as {@link #payload}. */
  public PayloadHash hash(Tree arguments, String schema) {
    return canonical.hash(arguments, schema);
  }

  /** What an approval of these arguments is bound to: free text too; throws as {@link #payload}. */
  public byte[] boundDigest(Tree arguments) {
    return canonical.boundDigest(arguments);
  }

  /**
   * A result, as it is settled.
   *
   * @param hash the hash of the intent's payload
   * @throws TreeRefusedException if it is too large
   * @throws MissingSecretException for a sensitive value without a key
   */
  public byte[] result(IntentKey key, PayloadHash hash, Tree result) {
    return seal(key, hash, Part.RESULT, result);
  }

  /**
   * A stored result.
   *
   * @throws UnreadableFormException if it cannot be opened or read
   */
  public Tree result(IntentKey key, PayloadHash hash, byte[] stored) {
    return open(key, hash, Part.RESULT, stored);
  }

  /**
   * As {@link #result(IntentKey, PayloadHash, byte[])}, of an effect with sensitive values: its
   * results were never stored unencrypted, and one that is was not stored by an engine.
   */
  public Tree sensitiveResult(IntentKey key, PayloadHash hash, byte[] stored) {
    return StoredForm.read(envelope.openEncrypted(stored, bound(key, hash, Part.RESULT)));
  }

  private byte[] seal(IntentKey key, PayloadHash hash, Part part, Tree tree) {
    StoredForm.Written written = StoredForm.written(tree);
    if (written.sensitive() && !envelope.encrypts()) {
      throw MissingSecretException.ofEncryption();
    }
    return envelope.seal(written.bytes(), bound(key, hash, part));
  }

  private Tree open(IntentKey key, PayloadHash hash, Part part, byte[] stored) {
    return StoredForm.read(envelope.open(stored, bound(key, hash, part)));
  }

  /** Length before each text, so that no two intents have the same bytes. */
  private static byte[] bound(IntentKey key, PayloadHash hash, Part part) {
    ByteArrayOutputStream bound = new ByteArrayOutputStream();
    for (String text : new String[] {part.name(), key.scope(), key.effect(), key.key()}) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      bound.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
      bound.writeBytes(bytes);
    }
    bound.writeBytes(hash.digest());
    return bound.toByteArray();
  }

  private enum Part {
    ARGUMENTS,
    RESULT
  }
}
