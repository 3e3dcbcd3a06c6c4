/** Longer than any row of any report: what is longer is another kind of file. */
const RECORD_MAX_CHARS = 100_000;

/** The given text is not made of rows. */
export class NotCsv extends Error {}

function quotesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}

/** The fields of one record. A quote inside quotes is written twice. */
function fieldsOf(record: string): string[] {
  if (!record.includes('"')) return record.split(',');
  const fields: string[] = [];
  let at = 0;
  while (at <= record.length) {
    if (record[at] !== '"') {
      const end = record.indexOf(',', at);
      const stop = end === -1 ? record.length : end;
      fields.push(record.slice(at, stop));
      at = stop + 1;
      continue;
    }
    let end = record.indexOf('"', at + 1);
    while (end !== -1 && record[end + 1] === '"') end = record.indexOf('"', end + 2);
    const stop = end === -1 ? record.length : end;
    const comma = record.indexOf(',', stop);
    const tail = comma === -1 ? record.length : comma;
    fields.push(record.slice(at + 1, stop).replaceAll('""', '"') + record.slice(stop + 1, tail));
    at = tail + 1;
  }
  return fields;
}

/**
 * Records of a text as RFC 4180 has them, with either end of line and with or without a byte order mark, however it is cut
 * into pieces. Holds one record at a time. Empty lines are none.
 */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = '';
  /** Where the next line of the record begins, and how many quotes stand before. */
  let from = 0;
  let quotes = 0;
  let isFirst = true;
  for await (const piece of text) {
    rest += isFirst ? piece.replace(/^\uFEFF/, '') : piece;
    isFirst = false;
    let start = 0;
    for (let end = rest.indexOf('\n', from); end !== -1; end = rest.indexOf('\n', from)) {
      quotes += quotesIn(rest.slice(from, end));
      from = end + 1;
      if (quotes % 2 === 1) continue;
      const record = rest.slice(start, rest[end - 1] === '\r' && end > start ? end - 1 : end);
      if (record !== '') yield fieldsOf(record);
      start = from;
      quotes = 0;
    }
    from -= start;
    rest = rest.slice(start);
    if (rest.length > RECORD_MAX_CHARS) throw new NotCsv('a row without an end');
  }
  const last = rest.replace(/\r$/, '');
  if (last !== '') yield fieldsOf(last);
}
