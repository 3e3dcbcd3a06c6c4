import { afterEach, describe, expect, it, vi } from 'vitest';
import { word } from '../words/word.ts';
import { OfflineBanner, useOfflineSentence } from './offline-banner.tsx';
import { render } from './test/library.ts';

function Step({ sentence }: { sentence: string | null }) {
  useOfflineSentence(sentence);
  return null;
}

const banner = (step?: string | null) => (
  <>
    <OfflineBanner />
    {step !== undefined && <Step sentence={step} />}
  </>
);

afterEach(() => vi.restoreAllMocks());

describe('the offline banner', () => {
  it('the offline banner shows the sentence of the current step, and its own sentence without one', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const own = word('net.offlineBanner');
    const { container, rerender } = render(banner());
    expect(container.textContent).toBe(own);
    for (const [step, said] of [
      ['perhaps sent', 'perhaps sent'],
      [null, own],
      ['perhaps sent', 'perhaps sent'],
      [undefined, own],
    ]) {
      rerender(banner(step));
      expect(container.textContent).toBe(said);
    }
  });

  it('the offline banner is empty while the browser is online', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    expect(render(banner('perhaps sent')).container.textContent).toBe('');
  });
});
