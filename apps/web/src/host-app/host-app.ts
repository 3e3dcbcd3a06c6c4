import type { AccountId } from '@jawhara/domain';
import type { RequestSender } from '../browser/send-request.ts';

export interface HostFacts {
  readonly platform: 'android' | 'ios';
  readonly versionCode: number;
}

/** Who is signed in in the app. */
export interface HostUser {
  readonly accountId: AccountId;
  /** Opens the same account here; null when the app keeps it to itself. */
  readonly sessionKey: string | null;
}

/** What the page wants of whatever it runs in: the app, or a browser that does nothing of it. Never throws, never rejects. */
export interface HostApp {
  /** Null in a plain browser. */
  readonly facts: HostFacts | null;
  /** Null when nobody is, or nobody says so in time. A page that is just starting waits less. */
  readonly userInfo: (when: 'start-up' | 'later') => Promise<HostUser | null>;
  /** False where it was not done, and the page does without or by itself. */
  readonly openUserPage: (accountId: AccountId) => Promise<boolean>;
  readonly openStore: (url: string) => Promise<boolean>;
  /** Outside of the app, where wallets work. */
  readonly openBrowser: (url: string) => Promise<boolean>;
  /** Back is the page's as long as something is open that it closes. */
  readonly holdBack: (isHeld: boolean) => void;
  readonly allowPullToRefresh: (isAllowed: boolean) => void;
  /** What the app's Back button does here; true when something was done. */
  readonly onBack: (press: () => boolean) => void;
  /** Takes calls of our API; null where the browser does that. */
  readonly sender: RequestSender | null;
}

const no = (): Promise<false> => Promise.resolve(false);
const nothing = (): void => undefined;

export const PLAIN_BROWSER: HostApp = {
  facts: null,
  userInfo: () => Promise.resolve(null),
  openUserPage: no,
  openStore: no,
  openBrowser: no,
  holdBack: nothing,
  allowPullToRefresh: nothing,
  onBack: nothing,
  sender: null,
};
