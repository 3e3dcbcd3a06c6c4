import type { UsdCents } from '@jawhara/domain';
import { usdText } from '@jawhara/domain';
import { Ltr } from './ltr.tsx';

export function Money({ cents }: { cents: UsdCents }) {
  return <Ltr>{usdText(cents)}</Ltr>;
}
