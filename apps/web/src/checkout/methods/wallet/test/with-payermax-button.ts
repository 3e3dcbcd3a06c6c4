import { vi } from 'vitest';

/** The provider's script, with results that a test can set. */
export interface PlayedButton {
  ready: string;
  gives: () => Promise<{ readonly code: string; readonly data?: { readonly paymentToken: string } }>;
  /** The options that the button was made with; null: it was not made. */
  options: Record<string, unknown> | null;
  readonly emitted: string[];
}

type Listener = (news: { readonly code?: string }) => void;

/** A page in which the provider's script has been loaded. The sheet of its button authorises without a payer. */
export function withPayermaxButton(): PlayedButton {
  const played: PlayedButton = {
    ready: 'SUCCESS',
    gives: () => Promise.resolve({ code: 'APPLY_SUCCESS', data: { paymentToken: 'payment-token-1' } }),
    options: null,
    emitted: [],
  };
  vi.stubGlobal('PMdropin', {
    create(_name: string, options: Record<string, unknown>) {
      played.options = options;
      const listeners = new Map<string, Listener>();
      return {
        on: (event: string, listener: Listener) => void listeners.set(event, listener),
        mount(selector: string) {
          const place = document.querySelector(selector);
          if (place === null) throw new Error('no place');
          const button = document.createElement('button');
          button.id = 'played-button';
          button.addEventListener('click', () => listeners.get('payButtonClick')?.({}));
          if (played.ready === 'SUCCESS') place.replaceChildren(button);
          listeners.get('ready')?.({ code: played.ready });
        },
        emit(action: string) {
          played.emitted.push(action);
          return action === 'canMakePayment' ? played.gives() : undefined;
        },
      };
    },
  });
  return played;
}

export const drawnButton = (): HTMLButtonElement | null =>
  document.querySelector<HTMLButtonElement>('#played-button');
