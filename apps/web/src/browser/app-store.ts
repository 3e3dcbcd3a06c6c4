import type { AppLinks } from '@jawhara/contract';

/** Where this device gets the app, of what the operator has; null where nobody can tell, and all stores are shown. */
export function storeOfDevice(userAgent: string, links: AppLinks): string | null {
  if (/iPhone|iPad|iPod/.test(userAgent)) return links.apple;
  if (!userAgent.includes('Android')) return null;
  const isHuawei = /HUAWEI|HONOR|HMSCore/i.test(userAgent);
  return (isHuawei ? links.huawei : null) ?? links.google ?? links.android ?? links.alternative;
}
