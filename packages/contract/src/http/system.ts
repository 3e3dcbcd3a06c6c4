import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';
import { backupDomainsSchema, type BackupDomains } from '../site-addresses.ts';
import { wireSource } from '../wire-types.ts';

const nothing = codec(v.object({}), () => ({}));
const seconds = codec(v.object({ ts: v.number() }), (time: { ts: number }) => time);

export const readServerTime = endpoint({
  name: 'readServerTime',
  methods: ['GET'],
  changes: false,
  path: '/api/sys/ts/',
  request: nothing,
  answer: seconds,
});

/** The specification returns JSON text; here that text is a field of the answer. */
export const readBackupDomains = endpoint({
  name: 'readBackupDomains',
  methods: ['GET'],
  changes: false,
  path: '/api/sys/backup_domains/',
  request: nothing,
  answer: codec(
    v.pipe(
      v.object({ backup_domains: v.pipe(v.string(), v.parseJson(), backupDomainsSchema) }),
      v.transform((wire): BackupDomains => wire.backup_domains),
    ),
    (domains: BackupDomains) => ({ backup_domains: JSON.stringify(domains) }),
  ),
});

export interface Position {
  /** Two capital letters, or null if unknown. */
  readonly country: string | null;
}

export const readPosition = endpoint({
  name: 'readPosition',
  methods: ['GET'],
  changes: false,
  path: '/api/timeline/position/',
  request: nothing,
  answer: codec(
    v.object({ country: v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))) }),
    (position: Position) => ({ country: position.country }),
  ),
});

/** Whether this host is up: a small answer, without database or providers. */
export const probeHost = endpoint({
  name: 'probeHost',
  methods: ['GET'],
  changes: false,
  path: '/api/sys/h5_info/',
  request: nothing,
  answer: seconds,
});

/** Whether this host is up, for the app. The path has no slash at the end. */
export const probeHostOfApp = endpoint({
  name: 'probeHostOfApp',
  methods: ['GET'],
  changes: false,
  path: '/api/gm/hii',
  request: nothing,
  answer: seconds,
});

/**
 * Reports that this page view has shown a payment's result. The page view's id connects its events; afterwards a new page view
 * starts.
 */
export const reportPageView = endpoint({
  name: 'reportPageView',
  methods: ['GET', 'POST'],
  changes: true,
  isUsage: true,
  path: '/api/web/page_view_id_result/',
  request: codec(
    v.pipe(
      v.object({
        page_view_id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)),
        source: wireSource,
      }),
      v.transform((wire) => ({ pageViewId: wire.page_view_id })),
    ),
    (request: { pageViewId: string }) => ({ page_view_id: request.pageViewId, source: 1 }),
  ),
  answer: nothing,
});
