package dev.sidegate.operator.doctor;

import java.io.IOException;

/** A program that says that it is there, and waits. */
public final class Waiting {
  private Waiting() {}

  /** Ends when nobody holds its input any more. */
  public static void main(String[] none) throws IOException {
    System.out.println("ready");
    int end = System.in.read();
    System.exit(end);
  }
}
