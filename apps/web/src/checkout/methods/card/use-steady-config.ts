import { useState } from 'react';
import type { SiteConfigState } from '../../../api/use-site-config.ts';

/** The first configuration that came: a newer one would open the fields anew, and what is typed in them would be gone. */
export function useSteadyConfig(config: SiteConfigState): SiteConfigState {
  const [steady, setSteady] = useState(config);
  if (steady.kind === 'ready' || steady.kind === config.kind) return steady;
  setSteady(config);
  return config;
}
