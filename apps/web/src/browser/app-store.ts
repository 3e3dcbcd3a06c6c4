import type { AppLinks } from '@jawhara/contract';

/** The operator's store link for this device; null if the device is unknown, and then all stores are shown. */
export function storeOfDevice(userAgent: string, links: AppLinks): string | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return links.apple;
  if (!userAgent.includes('Android')) return null;
  const isHuawei = /HUAWEI|HONOR|HMSCore/i.test(userAgent);
  return (isHuawei ? links.huawei : null) ?? links.google ?? links.android ?? links.alternative;
}
