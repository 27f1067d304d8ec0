package dev.sidegate.agent.jvm;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Packs compiled programs. */
public final class Jar {
  private final Manifest manifest = new Manifest();
  private final Path file;

  private Jar(Path file) {
    this.file = file;
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
  }

  /** A jar of classes. */
  public static Path of(Path classes, Path file) {
    return new Jar(file).write(classes, classes);
  }

  /** A jar of an agent; {@code others} go below {@code other/}, as {@code .classdata}. */
  public static Path agent(Path classes, String premain, Path others, Path file) {
    Jar jar = new Jar(file);
    jar.manifest.getMainAttributes().putValue("Premain-Class", premain);
    jar.manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
    return jar.write(classes, others);
  }

  private Path write(Path classes, Path others) {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      for (Path one : filesOf(classes)) {
        jar.putNextEntry(new ZipEntry(classes.relativize(one).toString()));
        Files.copy(one, jar);
      }
      for (Path one : others.equals(classes) ? List.<Path>of() : filesOf(others)) {
        jar.putNextEntry(new ZipEntry("other/" + others.relativize(one) + "data"));
        Files.copy(one, jar);
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> filesOf(Path classes) throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
