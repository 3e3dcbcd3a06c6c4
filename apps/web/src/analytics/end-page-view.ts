import type { FunnelMoment } from '@jawhara/domain';
import { pageViewId, renewPageViewId } from '../browser/page-view-id.ts';
import { storedTrackedResult } from '../browser/storage/stored-tracked-result.ts';

/**
 * A result is on screen: the page view it belongs to is told, and after a payment that went through another one begins. One that
 * did not goes on: whoever tries again is still on the same visit. A page that shows the result once more tells nothing.
 */
export function endPageView(
  { orderId = null, result }: FunnelMoment,
  nowMs: number,
  tell: (pageViewId: string) => void,
): void {
  if (orderId === null || storedTrackedResult.read() === orderId) return;
  storedTrackedResult.write(orderId);
  tell(pageViewId(nowMs));
  if (result === 'success') renewPageViewId(nowMs);
}
