package dev.sidegate;

/**
 * How the action key is written on the wire. All formats carry the same 128 bits, or 122 of them.
 */
public enum KeyFormat {
  /** 32 hexadecimal digits. */
  HEX32,
  /** The form of a UUID, for providers that check it: version and variant take 6 of the bits. */
  UUID,
  /** Effect and key in clear, ended by the hash. For keys without personal data. */
  READABLE
}
