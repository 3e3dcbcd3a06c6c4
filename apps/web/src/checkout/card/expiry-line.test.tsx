import type { CardExpiry } from '@jawhara/domain';
import { expect, it, vi } from 'vitest';
import { render } from '../../ui/test/library.ts';
import { ExpiryLine } from './expiry-line.tsx';
import { savedCard } from './test/card-samples.ts';

it.each(['', '1227', '13/27', '12/2027', 'soon'])(
  '[EXP-04] %j as the date of a card raises a developer error about the format',
  (malformed) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const card = { ...savedCard('src_one'), expiry: malformed as CardExpiry };
    const show = () => render(<ExpiryLine card={card} now={new Date('2026-11-15T12:00:00Z')} />);
    expect(show).toThrow(TypeError);
    expect(show).toThrow(/MM\/YY/);
    vi.restoreAllMocks();
  },
);
