import * as v from 'valibot';
import { accountId } from '@jawhara/domain';
import type { RequestSender } from '../browser/send-request.ts';
import { BRIDGE_ERRORS, BridgeFault } from './bridge-error.ts';
import { openHostLine, type HostLine } from './host-line.ts';
import { wireWhole, type HostPort } from './host-port.ts';
import type { HostApp, HostFacts, HostUser } from './host-app.ts';

export { simulateHostApp } from './simulate-host-app.ts';

/** The first Android app that can send the page's API calls. iOS apps never can. */
const SENDS_FROM_VERSION = 30_507;

const HTTP_STATUS_MIN = 200;
const HTTP_STATUS_MAX = 599;

const wireHttpAnswer = v.object({
  status: v.pipe(wireWhole, v.minValue(HTTP_STATUS_MIN), v.maxValue(HTTP_STATUS_MAX)),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  body: v.string(),
});

async function overApp(line: HostLine, url: string, init: RequestInit): Promise<Response> {
  const data = await line.call(
    'api',
    {
      method: init.method ?? 'GET',
      url: new URL(url, location.href).href,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body ?? null,
    },
    { signal: init.signal },
  );
  const answer = v.safeParse(wireHttpAnswer, data);
  if (!answer.success) throw new BridgeFault('ProtocolError', 'api: no HTTP answer');
  const { status, headers, body } = answer.output;
  // A status that forbids a body needs a Response without one.
  return new Response(body === '' ? null : body, { status, headers });
}

/**
 * Sends API calls through the app. An app that cannot do it is not asked again on this page. The browser then repeats
 * reads; a call that changes something may have arrived, so its caller must check.
 */
function senderOver(line: HostLine): RequestSender {
  let isAble = true;
  return async (url, init, changes) => {
    if (!isAble) return fetch(url, init);
    try {
      return await overApp(line, url, init);
    } catch (fault) {
      if (!(fault instanceof BridgeFault) || BRIDGE_ERRORS[fault.error].trouble !== 'cannot') throw fault;
      isAble = false;
      if (changes) throw fault;
      return fetch(url, init);
    }
  };
}

/** The wait is short at start-up, and longer after a press. */
const USER_INFO_TIMEOUT_MS = { 'start-up': 500, later: 1_000 } as const;

const TOKEN_CHARACTERS_MIN = 16;

const wireHello = v.object({
  platform: v.picklist(['android', 'ios']),
  version_code: v.pipe(wireWhole, v.minValue(0)),
  token: v.pipe(v.string(), v.minLength(TOKEN_CHARACTERS_MIN)),
});

const wireUser = v.object({
  uid: v.pipe(wireWhole, v.minValue(1)),
  session_key: v.optional(v.nullable(v.string()), null),
});

function userOf(data: unknown): HostUser | null {
  const user = v.safeParse(wireUser, data);
  return user.success ? { accountId: accountId(user.output.uid), sessionKey: user.output.session_key } : null;
}

function hostAppOver(line: HostLine, facts: HostFacts, onBack: HostApp['onBack']): HostApp {
  const isDone = (name: string, params: object): Promise<boolean> =>
    line.call(name, params).then(
      () => true,
      () => false,
    );
  const canSend = facts.platform === 'android' && facts.versionCode >= SENDS_FROM_VERSION;
  return {
    facts,
    userInfo: (when) =>
      line.call('user_info', {}, { withinMs: USER_INFO_TIMEOUT_MS[when] }).then(userOf, () => null),
    openUserPage: (uid) => isDone('open_user_page', { uid }),
    openStore: (url) => isDone('open_store', { url }),
    openBrowser: (url) => isDone('open_browser', { url }),
    holdBack: (on) => void isDone('hold_back', { on }),
    allowPullToRefresh: (on) => void isDone('pull_to_refresh', { on }),
    onBack,
    sender: canSend ? senderOver(line) : null,
  };
}

/** Opens the connection to the app behind the port by the call `hello`. Rejects without a valid answer. */
export async function createHostApp(port: HostPort): Promise<HostApp> {
  let pressBack = (): boolean => false;
  const line = openHostLine(port, (event) => event === 'back' && pressBack());
  const { platform, version_code: versionCode, token } = v.parse(wireHello, await line.call('hello', {}));
  line.useToken(token);
  return hostAppOver(line, { platform, versionCode }, (press) => {
    pressBack = press;
  });
}
