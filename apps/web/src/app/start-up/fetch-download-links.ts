import { readSiteConfig, type SiteConfig } from '@jawhara/contract';
import { callTogether } from '../../api/call-together.ts';
import { fetchSiteConfigBy } from '../../api/use-site-config.ts';
import { askingStep } from './asking-step.ts';

/** Where the app itself is to be had: known before anybody presses, wherever the links are shown. */
export const fetchDownloadLinks = askingStep<SiteConfig | null>({
  name: 'download-links',
  withinMs: 20_000,
  ask: () => fetchSiteConfigBy(() => callTogether(readSiteConfig, {})),
  async run(config) {
    if ((await config) === null) throw new Error('no configuration, so no links');
  },
});
