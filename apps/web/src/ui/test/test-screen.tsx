import type { ReactNode } from 'react';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { createRoot } from 'react-dom/client';

declare global {
  // React reads this to know that a test drives it.
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

export interface TestScreen {
  readonly element: HTMLElement;
  render(node: ReactNode): void;
  remove(): void;
}

/** A small stage for tests of components: React's own `act`, nothing more. */
export function testScreen(): TestScreen {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const element = document.createElement('div');
  document.body.append(element);
  const root: Root = createRoot(element);
  return {
    element,
    render: (node) => act(() => root.render(node)),
    remove: () => {
      act(() => root.unmount());
      element.remove();
    },
  };
}

/** Does something and lets React finish, whatever the work returns. */
export function perform(work: () => unknown): void {
  act(() => {
    work();
  });
}
