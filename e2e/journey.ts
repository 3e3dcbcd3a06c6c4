import { join } from 'node:path';
import { expect, it } from 'vitest';
import { OUTPUT } from './output.ts';
import { newVisitor, PC_PX, PHONE_PX, type Visitor } from './visitor.ts';

export interface JourneyOptions {
  readonly widths?: readonly number[];
  /** Complaints of the browser that belong to this journey, such as a connection that was cut on purpose. */
  readonly mayComplain?: RegExp;
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
      const visitor = await newVisitor({ widthPx });
      try {
        await act(visitor, widthPx);
        const unexpected = visitor.complaints().filter((one) => !(options.mayComplain?.test(one) ?? false));
        expect(unexpected).toEqual([]);
      } finally {
        await photograph(visitor, join(OUTPUT, `${name}-${widthPx}.png`));
        await visitor.leave();
      }
    });
  }
}

/** The page as it is at the end, also of a journey that failed. */
async function photograph({ context }: Visitor, path: string): Promise<void> {
  const page = context.pages().at(-1);
  await page?.screenshot({ path, fullPage: true, timeout: 5_000 }).catch(() => undefined);
}
