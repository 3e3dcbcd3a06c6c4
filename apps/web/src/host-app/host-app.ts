import type { AccountId } from '@jawhara/domain';
import type { RequestSender } from '../browser/send-request.ts';

export interface HostFacts {
  readonly platform: 'android' | 'ios';
  readonly versionCode: number;
}

/** The user who is signed in in the app. */
export interface HostUser {
  readonly accountId: AccountId;
  /** Signs in to the same account here; null when the app does not share it. */
  readonly sessionKey: string | null;
}

/** Functions that the page needs of its host: the app, or a browser in which they do nothing. They never throw or reject. */
export interface HostApp {
  /** Null in a plain browser. */
  readonly facts: HostFacts | null;
  /** Null when no user is signed in, or the app does not answer in time. The wait is shorter at start-up. */
  readonly userInfo: (when: 'start-up' | 'later') => Promise<HostUser | null>;
  /** False if the app did not do it; then the page continues without or does it itself. */
  readonly openUserPage: (accountId: AccountId) => Promise<boolean>;
  readonly openStore: (url: string) => Promise<boolean>;
  /** Opens the address outside of the app, where wallets work. */
  readonly openBrowser: (url: string) => Promise<boolean>;
  /** While held, Back is sent to the page, which closes what is open. */
  readonly holdBack: (isHeld: boolean) => void;
  readonly allowPullToRefresh: (isAllowed: boolean) => void;
  /** Sets the handler of the app's Back button; it returns true when it did something. */
  readonly onBack: (press: () => boolean) => void;
  /** Sends calls of our API; null where the browser does that. */
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
