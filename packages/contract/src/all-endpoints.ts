import type { Endpoint, Method } from './endpoint.ts';
import * as accounts from './http/accounts.ts';
import * as batch from './http/batch.ts';
import * as cardSession from './http/card-session.ts';
import * as feedback from './http/feedback.ts';
import * as fines from './http/fines.ts';
import * as gemPacks from './http/gem-packs.ts';
import * as handOver from './http/device-transfer.ts';
import * as logins from './http/logins.ts';
import * as mails from './http/mails.ts';
import * as myData from './http/my-data.ts';
import * as operatorFacts from './http/operator-facts.ts';
import * as orderInfo from './http/order-info.ts';
import * as orderRequests from './http/order-requests.ts';
import * as orders from './http/orders.ts';
import * as ownOrders from './http/own-orders.ts';
import * as policyReports from './http/policy-reports.ts';
import * as orderSearch from './http/order-search.ts';
import * as receipts from './http/receipts.ts';
import * as recipientHistory from './http/recipient-history.ts';
import * as recipients from './http/recipients.ts';
import * as reports from './http/reports.ts';
import * as rooms from './http/rooms.ts';
import * as savedCards from './http/saved-cards.ts';
import * as sessions from './http/sessions.ts';
import * as siteConfig from './http/site-config.ts';
import * as system from './http/system.ts';
import * as telemetry from './http/telemetry.ts';
import * as wallets from './http/wallets.ts';

/** The parts of a call that do not depend on its types. */
export type AnyEndpoint = Pick<
  Endpoint,
  'name' | 'methods' | 'changes' | 'path' | 'refusals' | 'filePart' | 'fileBytesMax' | 'isUsage'
> & {
  readonly request: Pick<Endpoint['request'], 'schema'>;
  readonly answer: Pick<Endpoint['answer'], 'schema'>;
};

export function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'methods' in value;
}

const NOUNS = [
  siteConfig,
  operatorFacts,
  system,
  handOver,
  batch,
  telemetry,
  policyReports,
  accounts,
  logins,
  sessions,
  recipients,
  recipientHistory,
  gemPacks,
  savedCards,
  orders,
  orderRequests,
  ownOrders,
  orderInfo,
  orderSearch,
  receipts,
  mails,
  fines,
  wallets,
  cardSession,
  feedback,
  reports,
  myData,
  rooms,
] as const;

type NamesIn<Noun> = Noun extends unknown
  ? {
      [Name in keyof Noun]: Noun[Name] extends { readonly path: string; readonly methods: readonly Method[] }
        ? Name
        : never;
    }[keyof Noun]
  : never;

/** The names of all calls. A test checks that each call is exported under its own name. */
export type CallName = NamesIn<(typeof NOUNS)[number]>;

/** Every call, module by module. A file of `http/` that is missing here fails a test. */
export const ALL_ENDPOINTS: readonly AnyEndpoint[] = NOUNS.flatMap((noun) =>
  (Object.values(noun) as unknown[]).filter(isEndpoint),
);
