package dev.sidegate.processor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Java files to compile, by their path. */
public record Sources(Map<String, String> byPath) {
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^(?:public |final |abstract |sealed )*(?:class|interface|record|enum) (\\w+)");

  public static Sources none() {
    return new Sources(Map.of());
  }

  /** One more file; its name is that of its first type. */
  public Sources with(String code) {
    return with(path(code), code);
  }

  public Sources with(String path, String code) {
    Map<String, String> more = new LinkedHashMap<>(byPath);
    more.put(path, code);
    return new Sources(more);
  }

  /** One more file, from the tests' resources. */
  public Sources withResource(String name) {
    return with(resource(name));
  }

  public static String resource(String name) {
    try (InputStream in = Sources.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files in the other order. */
  Sources reversed() {
    Map<String, String> reversed = new LinkedHashMap<>();
    byPath.keySet().stream()
        .sorted(java.util.Comparator.reverseOrder())
        .forEach(path -> reversed.put(path, byPath.get(path)));
    return new Sources(reversed);
  }

  /** Writes them and gives their files in order. */
  java.util.List<Path> writeTo(Path directory) {
    return byPath.entrySet().stream()
        .map(
            entry -> {
              try {
                Path file = directory.resolve(entry.getKey());
                Files.createDirectories(file.getParent());
                return Files.writeString(file, entry.getValue());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .toList();
  }

  private static String path(String code) {
    Matcher inPackage = PACKAGE.matcher(code);
    Matcher type = TYPE.matcher(code);
    if (!type.find()) {
      throw new IllegalArgumentException("no type in:\n" + code);
    }
    String directory = inPackage.find() ? inPackage.group(1).replace('.', '/') + "/" : "";
    return directory + type.group(1) + ".java";
  }
}
