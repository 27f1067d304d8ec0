package dev.sidegate.engine.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Gathers what was set, first source first, and refuses names that nobody knows. */
final class SettingSources {
  private final Map<String, Setting> settings = new LinkedHashMap<>();
  private final List<String> findings = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  /** Reads all three sources. */
  static SettingSources read(Properties properties, Map<String, String> environment) {
    SettingSources sources = new SettingSources();
    sources.addProperties(properties);
    sources.addEnvironment(environment);
    Setting file = sources.settings.get("sidegate.config");
    if (file != null) {
      sources.addFile(new File(file.value()), file.origin());
    }
    return sources;
  }

  @Nullable Setting get(String name) {
    return settings.get(name);
  }

  /** A setting's value; one that cannot be read is a finding, and counts as not set. */
  <T> T parsed(String name, T otherwise, Function<String, T> parser) {
    Setting setting = settings.get(name);
    if (setting == null) {
      return otherwise;
    }
    try {
      return parser.apply(setting.value());
    } catch (NumberFormatException noNumber) {
      findings.add(
          name + " (" + setting.origin() + ") must be a number, not '" + setting.value() + "'");
    } catch (IllegalArgumentException wrong) {
      findings.add(name + " (" + setting.origin() + "): " + wrong.getMessage());
    }
    return otherwise;
  }

  static boolean flag(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("write true or false, not '" + text + "'");
    };
  }

  Iterable<Setting> all() {
    return settings.values();
  }

  List<String> findings() {
    return findings;
  }

  List<String> warnings() {
    return warnings;
  }

  private void addProperties(Properties properties) {
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith("sidegate.") && !name.equals(SettingNames.UNGUARDED)) {
        add(name, properties.getProperty(name), "system property " + name);
      }
    }
  }

  private void addEnvironment(Map<String, String> environment) {
    Map<String, String> known = SettingNames.byEnvironmentName();
    environment.forEach(
        (variable, value) -> {
          if (!variable.startsWith("SIDEGATE_")) {
            return;
          }
          String name = known.get(variable);
          if (name == null) {
            warnings.add(
                "environment "
                    + variable
                    + " is no setting of Sidegate and is not read; known are "
                    + String.join(", ", known.keySet()));
          } else {
            add(name, value, "environment " + variable);
          }
        });
  }

  private void addFile(File file, String origin) {
    JsonNode root;
    try {
      root = new YAMLMapper().readTree(file);
    } catch (IOException unreadable) {
      findings.add(
          "the settings file "
              + file
              + " ("
              + origin
              + ") cannot be read: "
              + unreadable.getMessage());
      return;
    }
    if (root == null || root.isMissingNode() || root.isNull()) {
      return;
    }
    if (!root.isObject()) {
      findings.add(file + " must hold names and values, such as 'sidegate: {jdbc: {url: …}}'");
      return;
    }
    flatten("", root, file.getName());
  }

  private void flatten(String path, JsonNode node, String origin) {
    if (node.isObject()) {
      node.properties()
          .forEach(
              entry ->
                  flatten(
                      path.isEmpty() ? entry.getKey() : path + "." + entry.getKey(),
                      entry.getValue(),
                      origin));
    } else if (node.isArray()) {
      List<String> items = new ArrayList<>();
      node.forEach(item -> items.add(item.asText()));
      add(path, String.join(",", items), origin);
    } else {
      add(path, node.asText(), origin);
    }
  }

  private void add(String name, String value, String origin) {
    if (!SettingNames.known(name)) {
      findings.add(
          name + " (" + origin + ") is no setting of Sidegate; " + SettingNames.remedy(name));
      return;
    }
    settings.putIfAbsent(name, new Setting(name, value.strip(), origin));
  }
}
