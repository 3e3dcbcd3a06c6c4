export const DOUBLE_TAP_WITHIN_MS = 300;

const CONTROLS = 'a, button, input, textarea, select, label, summary';

/**
 * The viewport is locked: no zoom by pinch and none by a double tap. Text size is changed by the page's own switch.
 * Fast taps on controls are real presses and stay.
 */
export function lockZoom(target: Document): () => void {
  let lastTapAtMs = -Infinity;
  const onTouchMove = (event: TouchEvent): void => {
    if (event.touches.length > 1) event.preventDefault();
  };
  const onTouchEnd = (event: TouchEvent): void => {
    const isControl = event.target instanceof Element && event.target.closest(CONTROLS) !== null;
    if (!isControl && event.timeStamp - lastTapAtMs <= DOUBLE_TAP_WITHIN_MS) event.preventDefault();
    lastTapAtMs = event.timeStamp;
  };
  const onGesture = (event: Event): void => event.preventDefault(); // Safari's own pinch event
  target.addEventListener('touchmove', onTouchMove, { passive: false });
  target.addEventListener('touchend', onTouchEnd, { passive: false });
  target.addEventListener('gesturestart', onGesture);
  return () => {
    target.removeEventListener('touchmove', onTouchMove);
    target.removeEventListener('touchend', onTouchEnd);
    target.removeEventListener('gesturestart', onGesture);
  };
}
