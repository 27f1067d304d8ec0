package dev.sidegate.engine.secret;

import dev.sidegate.engine.payload.Envelope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;

/** Writes files of secrets; a key is made from its id, so that the same id is the same key. */
public final class SecretFiles {
  private SecretFiles() {}

  /** An envelope with these keys, the first one current. */
  public static Envelope encrypted(Path directory, String... ids) {
    String lines = Arrays.stream(ids).map(SecretFiles::line).collect(Collectors.joining("\n"));
    return Envelope.encrypted(
        EncryptionKeys.read(write(directory, lines, "rw-------")), new SecureRandom());
  }

  static String line(String id) {
    byte[] key = Arrays.copyOf(id.getBytes(StandardCharsets.US_ASCII), 32);
    return id + ":" + Base64.getEncoder().encodeToString(key);
  }

  static Path write(Path directory, String text, String permissions) {
    try {
      Path file = Files.createTempFile(directory, "secret", ".txt");
      Files.writeString(file, text);
      return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
