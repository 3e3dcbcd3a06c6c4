import { afterEach, describe, expect, it, vi } from 'vitest';
import { word } from '../words/word.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { useOfflineSentence } from './offline-sentence.ts';
import { testScreen, type TestScreen } from './test/test-screen.tsx';

function Step({ sentence }: { sentence: string | null }) {
  useOfflineSentence(sentence);
  return null;
}

let screen: TestScreen;
afterEach(() => {
  screen.remove();
  vi.restoreAllMocks();
});

function showOffline(step: string | null | undefined): string {
  screen.render(
    <>
      <OfflineBanner />
      {step !== undefined && <Step sentence={step} />}
    </>,
  );
  return screen.element.textContent;
}

describe('the offline banner', () => {
  it('says what the shown step knows better, and its own sentence before and after', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    screen = testScreen();
    const own = word('net.offlineBanner');
    expect(showOffline(undefined)).toBe(own);
    expect(showOffline('perhaps sent')).toBe('perhaps sent');
    expect(showOffline(null)).toBe(own);
    expect(showOffline('perhaps sent')).toBe('perhaps sent');
    expect(showOffline(undefined)).toBe(own);
  });

  it('is silent online', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    screen = testScreen();
    expect(showOffline('perhaps sent')).toBe('');
  });
});
