import { describeFault, type Fault } from './describe-fault.ts';

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
