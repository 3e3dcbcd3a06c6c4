import type { HostPort } from './host-port.ts';

/** The simulated app's answer to a call; a call without one succeeds. */
export interface SimulatedAnswer {
  readonly afterMs?: number;
  /** An error number of BRG-04, which some apps send as text. */
  readonly error?: number | string;
  /** 0: no answer; 2: an app that answers twice. */
  readonly times?: number;
}

/** The behaviour of a simulated app. Plain values only, because it is sent into pages of a browser under test. */
export interface SimulatedAppPlan {
  readonly platform: 'android' | 'ios';
  readonly versionCode: number | string;
  /** When the app adds its port to the page; null: never. */
  readonly appearsAfterMs?: number | null;
  readonly user?: { readonly uid: number | string; readonly session_key?: string | null };
  readonly everyCall?: SimulatedAnswer;
  readonly calls?: Readonly<Record<string, SimulatedAnswer>>;
}

export interface SimulatedCall {
  readonly call: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Whether the call carries our token. One without, as a frame in the page would make it, gets no answer. */
  readonly isTrusted: boolean;
}

/** The app's end of the connection, for tests. */
export interface SimulatedApp {
  readonly received: SimulatedCall[];
  /** The phone's Back button: true if the page handled it. */
  readonly pressBack: () => boolean;
  readonly isBackHeld: () => boolean;
  readonly isPullAllowed: () => boolean;
}

type Params = SimulatedCall['params'];

/** A call as it arrives over the port. */
interface CallMessage {
  readonly id: string;
  readonly token: string | null;
  readonly call: string;
  readonly params: Params;
}

declare global {
  var simulatedApp: SimulatedApp | undefined;
}

/**
 * An app around this page that implements docs/host-app.md, for tests, journeys and the test screen. One function without
 * outside references, because journeys send its text into the page before anything else runs there.
 */
export function simulateHostApp(plan: SimulatedAppPlan): void {
  const TOKEN = 'simulated-token-of-this-page';
  const received: SimulatedCall[] = [];
  const page = globalThis as typeof globalThis & { readonly jawharaAppSays?: (message: string) => unknown };
  const say = (message: object): unknown => page.jawharaAppSays?.(JSON.stringify({ jawhara: 1, ...message }));

  const sendRequest = async (params: Params): Promise<object> => {
    const { method, url, headers, body } = params as Record<string, string>;
    const answer = await fetch(String(url), {
      method: String(method),
      headers: headers as unknown as Record<string, string>,
      body: body ?? null,
    });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
  };
  const deeds: Record<string, (params: Params) => object | null | Promise<object>> = {
    hello: () => ({ platform: plan.platform, version_code: plan.versionCode, token: TOKEN }),
    user_info: () => plan.user ?? null,
    open_user_page: () => null,
    open_store: () => null,
    open_browser: () => null,
    hold_back: () => null,
    pull_to_refresh: () => null,
    api: sendRequest,
  };

  async function take(text: string): Promise<void> {
    const { id, token, call, params } = JSON.parse(text) as CallMessage;
    const isTrusted = call === 'hello' || token === TOKEN;
    received.push({ call, params, isTrusted });
    const { afterMs = 0, error = 0, times = 1 } = plan.calls?.[call] ?? plan.everyCall ?? {};
    if (!isTrusted || times === 0) return;
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    const deed = deeds[call];
    const isFailing = Number(error) !== 0;
    if (call === 'api' && !isFailing) say({ id, accepted: true });
    let answer: object;
    try {
      if (deed === undefined) answer = { error: 7 };
      else answer = isFailing ? { error } : { error, data: await deed(params) };
    } catch {
      answer = { error: 9 };
    }
    for (let nth = 0; nth < times; nth += 1) say({ id, ...answer });
  }

  const lastSaid = (name: string): unknown => received.findLast(({ call }) => call === name)?.params['on'];
  const port: HostPort = { postMessage: (text: string) => void take(text) };
  const appear = (): void => {
    if (plan.platform === 'android') globalThis.JawharaApp = port;
    else globalThis.webkit = { messageHandlers: { JawharaApp: port } };
  };
  if (plan.appearsAfterMs === undefined || plan.appearsAfterMs === 0) appear();
  else if (plan.appearsAfterMs !== null) setTimeout(appear, plan.appearsAfterMs);
  globalThis.simulatedApp = {
    received,
    pressBack: () => say({ event: 'back' }) === true,
    isBackHeld: () => lastSaid('hold_back') === true,
    isPullAllowed: () => lastSaid('pull_to_refresh') !== false,
  };
}
