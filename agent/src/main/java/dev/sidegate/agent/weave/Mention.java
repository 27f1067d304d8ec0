package dev.sidegate.agent.weave;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Whether a class file names the annotation at all. Asked for every class of the application, so it
 * walks the constant pool only, allocates nothing and loads nothing.
 */
final class Mention {
  private static final byte[] ANNOTATION =
      GuardedClass.ANNOTATION.getBytes(StandardCharsets.US_ASCII);

  private static final int POOL_COUNT = 8;
  private static final int POOL = 10;

  private static final int UTF8 = 1;
  private static final int INTEGER = 3;
  private static final int FLOAT = 4;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int FIELD = 9;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;
  private static final int NAME_AND_TYPE = 12;
  private static final int METHOD_HANDLE = 15;
  private static final int METHOD_TYPE = 16;
  private static final int DYNAMIC = 17;
  private static final int INVOKE_DYNAMIC = 18;
  private static final int MODULE = 19;
  private static final int PACKAGE = 20;

  private Mention() {}

  static boolean in(byte[] file) {
    try {
      return inPool(file);
    } catch (IndexOutOfBoundsException notAClassFile) {
      return anywhere(file);
    }
  }

  private static boolean inPool(byte[] file) {
    int count = unsignedShort(file, POOL_COUNT);
    int at = POOL;
    for (int index = 1; index < count; index++) {
      switch (file[at]) {
        case UTF8 -> {
          int length = unsignedShort(file, at + 1);
          if (length == ANNOTATION.length && matches(file, at + 3)) {
            return true;
          }
          at += 3 + length;
        }
        case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> at += 3;
        case METHOD_HANDLE -> at += 4;
        case INTEGER,
            FLOAT,
            FIELD,
            METHOD,
            INTERFACE_METHOD,
            NAME_AND_TYPE,
            DYNAMIC,
            INVOKE_DYNAMIC ->
            at += 5;
        case LONG, DOUBLE -> {
          at += 9;
          index++; // these two count as two
        }
        default -> {
          return anywhere(file); // a constant that is newer than this class
        }
      }
    }
    return false;
  }

  private static boolean anywhere(byte[] file) {
    for (int at = 0; at + ANNOTATION.length <= file.length; at++) {
      if (matches(file, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(byte[] file, int at) {
    return Arrays.equals(file, at, at + ANNOTATION.length, ANNOTATION, 0, ANNOTATION.length);
  }

  private static int unsignedShort(byte[] file, int at) {
    return ((file[at] & 0xff) << 8) | (file[at + 1] & 0xff);
  }
}
