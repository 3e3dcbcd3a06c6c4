/** The names of the inserts of an ICU sentence, each once: `{n, plural, one {# gem of {name}} other {…}}` has n and name. */
export function insertsIn(sentence: string): string[] {
  const names = new Set<string>();
  readText(sentence, 0, names);
  return [...names].toSorted();
}

/** Reads up to the brace that closes the text, and returns its index. */
function readText(text: string, from: number, names: Set<string>): number {
  let at = from;
  while (at < text.length && text[at] !== '}')
    at = text[at] === '{' ? readInsert(text, at + 1, names) : at + 1;
  return at;
}

/** Reads from after the opening brace to after the closing one. */
function readInsert(text: string, from: number, names: Set<string>): number {
  const end = nearest(text, from);
  names.add(text.slice(from, end).trim());
  let at = end;
  // A choice: its kind, then pairs of a form's name and its text in braces.
  while (at < text.length && text[at] !== '}')
    at = text[at] === '{' ? readText(text, at + 1, names) + 1 : at + 1;
  return at + 1;
}

/** The index at which a name ends. */
function nearest(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
  return at;
}
