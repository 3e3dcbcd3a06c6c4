import { cleanText } from './page-event.ts';

export interface Fault {
  readonly message: string;
  /** The stack, innermost call first; empty where the browser has none. */
  readonly stack: string;
}

const MESSAGE_MAX = 500;
/** The field of an event holds 2,000 characters. */
const STACK_MAX = 1_900;
const FRAMES_MAX = 12;

function isFrame(line: string): boolean {
  return /:\d+:\d+\)?$/.test(line.trim());
}

function causeOf(fault: Error): string {
  return fault.cause instanceof Error ? ` (cause: ${fault.cause.name}: ${fault.cause.message})` : '';
}

/** Accepts anything, because any value can be thrown. */
export function describeFault(thrown: unknown): Fault {
  if (!(thrown instanceof Error)) return { message: cleanText(String(thrown), MESSAGE_MAX), stack: '' };
  const frames = [thrown, thrown.cause]
    .flatMap((one) => (one instanceof Error ? (one.stack ?? '').split('\n').filter(isFrame) : []))
    .slice(0, FRAMES_MAX)
    .map((line) => line.trim());
  return {
    message: cleanText(`${thrown.name}: ${thrown.message}${causeOf(thrown)}`, MESSAGE_MAX),
    stack: cleanText(frames.join('\n'), STACK_MAX),
  };
}

/** A repeated error adds nothing, and a page with many errors is described by its first ones. */
export const FAULTS_MAX = 20;

/** Reports each error once, and only some per page. Never throws: an error in here would report itself. */
export function trackOnce(tell: (fault: Fault) => void): (thrown: unknown) => void {
  const known = new Set<string>();
  return (thrown) => {
    try {
      const fault = describeFault(thrown);
      const key = `${fault.message}\n${fault.stack.split('\n')[0]}`;
      if (known.has(key) || known.size >= FAULTS_MAX) return;
      known.add(key);
      tell(fault);
    } catch {
      // A value was thrown that cannot be converted to text.
    }
  };
}
