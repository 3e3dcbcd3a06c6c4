const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/** Wraps an amount, id, order number, date or card so that it keeps its own order inside an Arabic sentence. */
export function isolatedLtr(text: string): string {
  return `${LEFT_TO_RIGHT_ISOLATE}${text}${POP_ISOLATE}`;
}

/** Wraps a nickname so that its first letter decides its direction, without affecting the sentence around it. */
export function isolatedName(name: string): string {
  return `${FIRST_STRONG_ISOLATE}${name}${POP_ISOLATE}`;
}

/**
 * Lines that are drawn one by one: a name that continues in the next line is isolated again there, so that it keeps its
 * direction.
 */
export function balancedLines(lines: readonly string[]): string[] {
  let isOpen = false;
  return lines.map((line) => {
    const opened = isOpen ? FIRST_STRONG_ISOLATE + line : line;
    isOpen = opened.lastIndexOf(FIRST_STRONG_ISOLATE) > opened.lastIndexOf(POP_ISOLATE);
    return isOpen ? opened + POP_ISOLATE : opened;
  });
}
