import { stored } from './storage/stored.ts';
import { isSet, readUrlParameters, type LinkLocation } from './url-parameters.ts';

/** What the opening link says of the visit; it travels with every event (APP-21). */
export interface VisitFacts {
  readonly openId: string | null;
  readonly actFrom: string | null;
  readonly actLoadId: string | null;
  readonly redirectFrom: string | null;
  /** The device id told to analytics; trusted for nothing else. */
  readonly uuid: string | null;
  /** Events are printed to the console as well. */
  readonly logsToConsole: boolean;
  /** Events do not wait for a batch. */
  readonly sendsAtOnce: boolean;
}

const TEXT_MAX = 200;

const text = (json: unknown): string | null =>
  typeof json === 'string' && json !== '' ? json.slice(0, TEXT_MAX) : null;

function parseFacts(json: unknown): VisitFacts | null {
  if (typeof json !== 'object' || json === null) return null;
  const facts = json as Record<string, unknown>;
  return {
    openId: text(facts['openId']),
    actFrom: text(facts['actFrom']),
    actLoadId: text(facts['actLoadId']),
    redirectFrom: text(facts['redirectFrom']),
    uuid: text(facts['uuid']),
    logsToConsole: facts['logsToConsole'] === true,
    sendsAtOnce: facts['sendsAtOnce'] === true,
  };
}

/** For the visit only: the next one may come by another link. */
const storedFacts = stored<VisitFacts>(
  { key: 'visit', parse: parseFacts, format: (facts) => facts },
  () => globalThis.sessionStorage ?? null,
);

const NOTHING: VisitFacts = {
  openId: null,
  actFrom: null,
  actLoadId: null,
  redirectFrom: null,
  uuid: null,
  logsToConsole: false,
  sendsAtOnce: false,
};

/** What this address names, else what an earlier one of the visit named: a step further on has lost the link's query. */
export function visitFacts(location: LinkLocation = globalThis.location): VisitFacts {
  const link = readUrlParameters(location);
  const before = storedFacts.read() ?? NOTHING;
  const flag = (named: string | null, known: boolean): boolean => (named === null ? known : isSet(named));
  const facts: VisitFacts = {
    openId: text(link.openId) ?? before.openId,
    actFrom: text(link.actFrom) ?? before.actFrom,
    actLoadId: text(link.actLoadId) ?? before.actLoadId,
    redirectFrom: text(link.redirectFrom) ?? before.redirectFrom,
    uuid: text(link.uuid) ?? before.uuid,
    logsToConsole: flag(link.log, before.logsToConsole),
    sendsAtOnce: flag(link.serverLog, before.sendsAtOnce),
  };
  if (JSON.stringify(facts) !== JSON.stringify(before)) storedFacts.write(facts);
  return facts;
}
