package dev.sidegate.engine.intent;

/**
 * What is compared when the same key comes again, and what is stored of it.
 *
 * @param hash its identity
 * @param stored the stored form, encrypted where a key is configured; not copied, do not change it
 */
@SuppressWarnings("ArrayRecordComponent") // large, written once, handed straight to the driver
public record Payload(PayloadHash hash, byte[] stored) {}
