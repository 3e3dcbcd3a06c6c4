import * as v from 'valibot';
import type { WebhookReading } from './provider.ts';

/**
 * While a provider's secret is replaced, both values are set, separated by a comma, the newest first. What either has signed is believed; what we
 * send ourselves goes with the newest.
 */
const partsOf = (secret: string): string[] => secret.split(',').map((part) => part.trim());

const VALUES_MAX = 2;

/** A setting that takes one value or two. */
export const rotatedSetting = (one: v.GenericSchema<string, string>) =>
  v.pipe(
    v.string(),
    v.check((text) => partsOf(text).length <= VALUES_MAX && partsOf(text).every((part) => v.is(one, part))),
  );

export function newestOf(secret: string): string {
  return partsOf(secret)[0] ?? '';
}

/** A webhook that neither value has signed is forged. */
export function readWithEither(secret: string, read: (value: string) => WebhookReading): WebhookReading {
  for (const value of partsOf(secret)) {
    const reading = read(value);
    if (reading.kind !== 'forged') return reading;
  }
  return { kind: 'forged' };
}
