import type { CardExpiry } from '@jawhara/domain';
import { afterEach, expect, it, vi } from 'vitest';
import { render, screen } from '../../../ui/test/library.ts';
import { word } from '../../../words/word.ts';
import { ExpiryLine } from './saved-card-row.tsx';
import { savedCard } from './test/card-samples.ts';

it.each(['', '1227', '13/27', '12/2027', 'soon'])(
  '[EXP-04] a saved card with the date %j makes its row throw an error that names the format MM/YY',
  (malformed) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const card = { ...savedCard('src_one'), expiry: malformed as CardExpiry };
    const show = () => render(<ExpiryLine card={card} now={new Date('2026-11-15T12:00:00Z')} />);
    expect(show).toThrow(TypeError);
    expect(show).toThrow(/MM\/YY/);
    vi.restoreAllMocks();
  },
);

afterEach(() => vi.unstubAllGlobals());

it.each(['are', 'okey', 'live'])(
  '[FMT-04] a card expires at the end of its month at UTC+3, also on the site of %s',
  (flavor) => {
    vi.stubGlobal('__SITE_PACKAGE__', flavor);
    const card = { ...savedCard('src_one'), expiry: '11/26' as CardExpiry };
    const { rerender } = render(<ExpiryLine card={card} now={new Date('2026-11-30T20:59:59Z')} />);
    expect(screen.queryByText(new RegExp(word('method.expired')))).toBeNull();
    rerender(<ExpiryLine card={card} now={new Date('2026-11-30T21:00:00Z')} />);
    expect(screen.getByText(new RegExp(word('method.expired')))).toBeDefined();
  },
);
