import type { IncomingHttpHeaders } from 'node:http';

export const PACKAGE_HEADER = 'x-cli-pn';
export const BRIDGE_HEADER = 'x-cli-br';

/** [NET-01] The apps that a page can belong to. Any other text in the header is dropped, because it would be stored. */
const PACKAGE_NAMES = ['kanka', 'are', 'ludo', 'okey', 'ksa'] as const;

type PackageName = (typeof PACKAGE_NAMES)[number];

/** The app whose page makes a call. It is used for telemetry and proves nothing. */
export interface CallingApp {
  readonly packageName: PackageName | null;
  readonly isInBridge: boolean;
}

export function callingAppOf(headers: IncomingHttpHeaders): CallingApp {
  return {
    packageName: PACKAGE_NAMES.find((name) => name === headers[PACKAGE_HEADER]) ?? null,
    isInBridge: headers[BRIDGE_HEADER] === '1',
  };
}

/** The headers again, for the parts of a batch. */
export function callingAppHeaders({ packageName, isInBridge }: CallingApp): Record<string, string> {
  return {
    ...(packageName === null ? {} : { [PACKAGE_HEADER]: packageName }),
    ...(isInBridge ? { [BRIDGE_HEADER]: '1' } : {}),
  };
}
