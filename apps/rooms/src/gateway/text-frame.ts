const FIN_TEXT = 0x81;
const SHORT_MAX = 125;
const MEDIUM_MAX = 0xff_ff;

/**
 * A whole WebSocket text frame of a server (RFC 6455, 5.2: unmasked), made once and written to any number of sockets as it is.
 * Possible because compression is off and this gateway never sends fragments.
 */
export function textFrame(text: string | Buffer): Buffer {
  const payload = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
  const { length } = payload;
  if (length <= SHORT_MAX) return Buffer.concat([Buffer.from([FIN_TEXT, length]), payload]);
  if (length <= MEDIUM_MAX) {
    const header = Buffer.from([FIN_TEXT, 126, 0, 0]);
    header.writeUInt16BE(length, 2);
    return Buffer.concat([header, payload]);
  }
  const header = Buffer.alloc(10);
  header.set([FIN_TEXT, 127]);
  header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, payload]);
}
