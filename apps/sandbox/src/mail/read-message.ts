/** A message as a mail program shows it to its recipient. */
export interface ReadMessage {
  /** The headers by their names in small letters. Values are joined to one line, and encoded words in them decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
}

interface Part {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function quotedPrintable(text: string): Buffer {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** Decodes the encoded words in a header (RFC 2047). White space between two neighbouring ones is dropped. */
function decodeWords(value: string): string {
  return (
    value
      .replace(/(\?=)\s+(=\?)/g, '$1$2')
      .replace(/=\?[^?]+\?([bq])\?([^?]*)\?=/gi, (_all, kind: string, text: string) =>
        kind.toLowerCase() === 'b'
          ? `\uE000${text}\uE000`
          : `\uE000${quotedPrintable(text.replaceAll('_', ' ')).toString('base64')}\uE000`,
      )
      // A character may be cut in two between neighbours: their bytes are joined before they become text.
      .replace(/\uE000[^\uE000]*(?:\uE000\uE000[^\uE000]*)*\uE000/g, (run) =>
        Buffer.concat(
          run
            .split('\uE000')
            .filter(Boolean)
            .map((part) => Buffer.from(part, 'base64')),
        ).toString('utf8'),
      )
  );
}

function splitPart(raw: string): Part {
  const end = /\r?\n\r?\n/.exec(raw);
  const head = end === null ? raw : raw.slice(0, end.index);
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), decodeWords(value ?? '')]];
    }),
  );
  return { headers, body: end === null ? '' : raw.slice(end.index + end[0].length) };
}

function contentOf({ headers, body }: Part): string {
  const encoding = (headers['content-transfer-encoding'] ?? '').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return quotedPrintable(body).toString('utf8');
  return Buffer.from(body, 'latin1').toString('utf8');
}

/** Enough of MIME for mails with a text and an HTML part. The bytes are read as latin1, so that none is lost. */
export function readMessage(raw: Buffer): ReadMessage {
  const whole = splitPart(raw.toString('latin1'));
  const boundary = /boundary="?([^";]+)"?/i.exec(whole.headers['content-type'] ?? '')?.[1];
  const parts =
    boundary === undefined
      ? [whole]
      : whole.body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => splitPart(part.replace(/^\r?\n/, '')));
  const ofType = (type: string): string => {
    const part = parts.find(({ headers }) => (headers['content-type'] ?? 'text/plain').startsWith(type));
    return part === undefined ? '' : contentOf(part);
  };
  return { headers: whole.headers, text: ofType('text/plain'), html: ofType('text/html') };
}
