const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Amounts, ids, order numbers, dates and cards keep their own order inside an Arabic sentence. */
export function isolatedLtr(text: string): string {
  return `${LEFT_TO_RIGHT_ISOLATE}${text}${POP_ISOLATE}`;
}

/** A nickname may be in any script: its first letter decides its direction, without affecting the sentence around it. */
export function isolatedName(name: string): string {
  return `${FIRST_STRONG_ISOLATE}${name}${POP_ISOLATE}`;
}
