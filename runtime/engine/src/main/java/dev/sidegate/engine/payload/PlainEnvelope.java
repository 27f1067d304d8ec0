package dev.sidegate.engine.payload;

/** A format byte and the bytes. */
record PlainEnvelope() implements Envelope {

  @Override
  public boolean encrypts() {
    return false;
  }

  @Override
  public byte[] seal(byte[] clear, byte[] bound) {
    byte[] sealed = new byte[clear.length + 1];
    sealed[0] = PLAIN;
    System.arraycopy(clear, 0, sealed, 1, clear.length);
    return sealed;
  }

  @Override
  public byte[] open(byte[] sealed, byte[] bound) {
    if (sealed.length > 0 && sealed[0] == ENCRYPTED) {
      throw new UnreadableFormException(
          "stored bytes are encrypted, but this JVM has no key; set sidegate.encryption.key-file");
    }
    if (sealed.length == 0 || sealed[0] != PLAIN) {
      throw new UnreadableFormException(
          "stored bytes have an unknown format; a newer one wrote them");
    }
    return Envelope.withoutFormat(sealed);
  }
}
