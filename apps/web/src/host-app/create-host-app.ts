import { accountId } from '@jawhara/domain';
import * as v from 'valibot';
import { type HostApp, type HostFacts, type HostUser } from './host-app.ts';
import { openHostLine, type HostLine } from './host-line.ts';
import { type HostPort, wireWhole } from './host-port.ts';
import { SENDS_FROM_VERSION, senderOver } from './send-over-app.ts';

/** Start-up waits for nobody; later somebody has pressed something and waits too. */
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

/** Shakes hands with the app behind the port. Rejects where nobody answers, or not as agreed. */
export async function createHostApp(port: HostPort): Promise<HostApp> {
  let pressBack = (): boolean => false;
  const line = openHostLine(port, (event) => event === 'back' && pressBack());
  const { platform, version_code: versionCode, token } = v.parse(wireHello, await line.call('hello', {}));
  line.useToken(token);
  return hostAppOver(line, { platform, versionCode }, (press) => {
    pressBack = press;
  });
}
