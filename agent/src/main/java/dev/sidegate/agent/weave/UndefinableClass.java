package dev.sidegate.agent.weave;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * Bytes that no class loader can define: the last wall where a class with guarded methods can
 * neither be woven nor be given a throwing body. It is a valid class file of another name, so the
 * JVM says {@code NoClassDefFoundError: com/acme/Tool (wrong name: Sidegate refuses …)}.
 *
 * <p>Uses no library: it must work when everything else does not.
 */
final class UndefinableClass {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int JAVA_8 = 52;
  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int PUBLIC_SUPER = 0x0021;

  /** Made beforehand, for when even making one fails. */
  private static final byte[] PLAIN = saying("it could not be woven");

  private UndefinableClass() {}

  static byte[] plain() {
    return PLAIN.clone();
  }

  static byte[] saying(String reason) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeInt(JAVA_8);
      out.writeShort(5);
      out.writeByte(UTF8);
      out.writeUTF(asName("Sidegate refuses this class: " + reason));
      out.writeByte(CLASS);
      out.writeShort(1);
      out.writeByte(UTF8);
      out.writeUTF("java/lang/Object");
      out.writeByte(CLASS);
      out.writeShort(3);
      out.writeShort(PUBLIC_SUPER);
      out.writeShort(2);
      out.writeShort(4);
      out.writeInt(0); // no interfaces, no fields
      out.writeInt(0); // no methods, no attributes
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    return bytes.toByteArray();
  }

  /** A name may hold anything but {@code . ; [ / < >}. */
  private static String asName(String text) {
    StringBuilder name = new StringBuilder(text.length());
    for (int i = 0; i < Math.min(text.length(), 2_000); i++) {
      char c = text.charAt(i);
      name.append(".;[/<>".indexOf(c) >= 0 ? ' ' : c);
    }
    return name.toString();
  }
}
