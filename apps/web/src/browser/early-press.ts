import { useEffect } from 'react';

declare global {
  var pressedEarly: HTMLElement | null | undefined;
}

function pressAgain(): void {
  const button = globalThis.pressedEarly;
  globalThis.pressedEarly = undefined;
  if (button?.isConnected === true) button.click();
}

/** For a form of the prerendered page: its button, pressed before the app was awake (first-paint.js keeps it), is pressed now. */
export function useEarlyPress(): void {
  useEffect(() => {
    const timer = setTimeout(pressAgain); // when the field has taken over what was typed before
    return () => clearTimeout(timer);
  }, []);
}
