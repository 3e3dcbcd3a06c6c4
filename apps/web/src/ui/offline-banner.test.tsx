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
  it('says what the shown step knows better, and its own sentence before and after', () => {
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

  it('is silent online', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    expect(render(banner('perhaps sent')).container.textContent).toBe('');
  });
});
