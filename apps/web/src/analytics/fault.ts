import { cleanText } from './page-event.ts';

export interface Fault {
  readonly message: string;
  /** The places it went through, the nearest first; empty where the browser does not say. */
  readonly stack: string;
}

const MESSAGE_MAX = 500;
/** An event's text holds 2,000. */
const STACK_MAX = 1_900;
const FRAMES_MAX = 12;

function isFrame(line: string): boolean {
  return /:\d+:\d+\)?$/.test(line.trim());
}

function causeOf(fault: Error): string {
  return fault.cause instanceof Error ? ` (cause: ${fault.cause.name}: ${fault.cause.message})` : '';
}

/** Anything can be thrown. */
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

/** A fault that repeats itself says nothing new; a page that fails in many ways is told by its first. */
export const FAULTS_MAX = 20;

/** Each fault once, and no more than a few of a page. Never throws: a fault in here would be heard in here. */
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
      // Something that cannot even be made a text was thrown.
    }
  };
}
