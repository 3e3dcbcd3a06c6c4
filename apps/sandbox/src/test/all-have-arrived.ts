import { expect, vi } from 'vitest';

/** Waits until every webhook has arrived: one still under way would be received by the next test. */
export async function allHaveArrived(webhooksUrl: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const answer = await fetch(webhooksUrl);
      expect(await answer.json()).toMatchObject({ counts: { waiting: 0 } });
    },
    { timeout: 60_000, interval: 5 },
  );
}
