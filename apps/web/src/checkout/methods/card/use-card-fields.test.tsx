import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { act, render, screen, waitFor } from '../../../ui/test/library.ts';
import type { CardFields } from './fields/card-fields.ts';
import { useRef } from 'react';
import type { CardChannel } from './card-channel.ts';
import { useCardFields, type OpenFields } from './use-card-fields.ts';

const CHANNEL = { provider: 13 } as unknown as CardChannel;
const noName = (): string => '';

let turn: () => void;
let opened = 0;

beforeEach(() => {
  opened = 0;
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    () =>
      ({
        addEventListener: (_name: string, listener: () => void) => (turn = listener),
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
});
afterEach(() => void vi.restoreAllMocks());

function opener(more: Partial<CardFields> = {}): OpenFields {
  return (_channel, element) => {
    opened += 1;
    const field = document.createElement('input');
    element.replaceChildren(field);
    return Promise.resolve({
      isValid: () => false,
      tokenise: () => Promise.resolve(null),
      close: () => undefined,
      ...more,
    });
  };
}

function Step({ open }: { open: OpenFields }) {
  const container = useRef<HTMLDivElement>(null);
  const { state } = useCardFields(CHANNEL, container, open, noName);
  return <div ref={container} data-testid="fields" data-state={state} />;
}

async function show(open: OpenFields): Promise<HTMLInputElement> {
  render(<Step open={open} />);
  await waitFor(() => expect(screen.getByTestId('fields').dataset['state']).toBe('ready'));
  return screen.getByRole('textbox');
}

describe('when the device turns to the other theme', () => {
  it('when the device changes its theme, card fields that can be restyled are restyled and stay open', async () => {
    const restyle = vi.fn<() => void>();
    await show(opener({ restyle }));
    act(() => turn());
    expect(restyle).toHaveBeenCalledOnce();
    expect(opened).toBe(1);
  });

  it('when the device changes its theme, untouched card fields that cannot be restyled are opened anew', async () => {
    await show(opener());
    act(() => turn());
    await waitFor(() => expect(opened).toBe(2));
  });

  it('when the device changes its theme, card fields that the payer has used are not opened anew', async () => {
    const field = await show(opener());
    field.focus();
    act(() => turn());
    expect(opened).toBe(1);
    dispatchEvent(new Event('blur'));
    field.blur();
    act(() => turn());
    expect(opened).toBe(1);
  });
});
