import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OUTPUT } from './output.ts';
import { photograph } from './photograph.ts';
import { newVisitor, PC_PX, PHONE_PX, type Visitor } from './visitor.ts';

export interface JourneyOptions {
  readonly widths?: readonly number[];
  /** Complaints of the browser that belong to this journey, such as a connection that was cut on purpose. */
  readonly mayComplain?: RegExp;
  readonly hasServiceWorker?: boolean;
  readonly isOfferedAdyen?: boolean;
}

/** The same journey on a phone and on a PC. Each ends with a picture and without a complaint from the browser. */
export function journey(
  title: string,
  name: string,
  act: (visitor: Visitor, widthPx: number) => Promise<void>,
  options: JourneyOptions = {},
): void {
  for (const widthPx of options.widths ?? [PHONE_PX, PC_PX]) {
    it(`${title} (${widthPx} px)`, async () => {
      const { hasServiceWorker = false, isOfferedAdyen = false } = options;
      const visitor = await newVisitor({ widthPx, hasServiceWorker, isOfferedAdyen });
      try {
        await act(visitor, widthPx);
        const unexpected = visitor.complaints().filter((one) => !(options.mayComplain?.test(one) ?? false));
        expect(unexpected).toEqual([]);
      } finally {
        // The page as it is at the end, also of a journey that failed: its own fault must be the one that is told.
        const page = visitor.context.pages().at(-1);
        if (page) await photograph(page, join(OUTPUT, `${name}-${widthPx}.png`)).catch(() => undefined);
        await visitor.leave();
      }
    });
  }
}
