import { NO_USAGE_HEADER, REQUEST_ID_HEADER, sessionKeyHeader } from '@jawhara/contract';
import { USAGE_OBJECTION } from '@jawhara/domain';

/** Who is asking, as the headers say it. */
export interface CallerFacts {
  readonly packageName: string;
  readonly clientId: string;
  readonly isInBridge: boolean;
  readonly language: string;
  /** Null for a visitor who is not signed in. */
  readonly sessionKey: string | null;
  /** They want no records of how they use the site. */
  readonly objectsToUsage: boolean;
}

/** The device's own token is no header of ours: it is a cookie that no script can read, and the browser sends it. */
export function callHeaders(facts: CallerFacts, path: string, requestId: string): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': facts.language,
    'x-cli-pn': facts.packageName,
    'x-cli-id': facts.clientId,
    ...(facts.isInBridge ? { 'x-cli-br': '1' } : {}),
    ...(facts.sessionKey === null ? {} : { [sessionKeyHeader(path)]: facts.sessionKey }),
    ...(facts.objectsToUsage ? { [NO_USAGE_HEADER]: USAGE_OBJECTION } : {}),
    [REQUEST_ID_HEADER]: requestId,
  };
}
