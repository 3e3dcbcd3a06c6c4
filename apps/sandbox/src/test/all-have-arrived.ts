import { expect, vi } from 'vitest';

/** A webhook that is on its way cannot be called back: before it has arrived the next test would hear it. */
export async function allHaveArrived(webhooksUrl: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const answer = await fetch(webhooksUrl);
      expect(await answer.json()).toMatchObject({ counts: { waiting: 0 } });
    },
    { timeout: 60_000, interval: 5 },
  );
}
