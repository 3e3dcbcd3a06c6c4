import { accountId, LOCALES, type AccountId, type Locale } from '@jawhara/domain';
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { database, newAccount } from './books.ts';
import { wordIn } from './word-in.ts';

/** The journeys of the login run in each of these languages. */
export const LANGUAGES = Object.keys(LOCALES) as Locale[];

export interface Owner {
  readonly accountId: AccountId;
  readonly displayId: string;
  readonly name: RegExp;
}

export const NOURA: Owner = { accountId: accountId(1001), displayId: '5048213', name: /نورة/ };
export const AMAL: Owner = { accountId: accountId(1002), displayId: '3310457', name: /أمل/ };

/** A new account, which no other journey signs in or out. */
export async function newOwner(nickname: string): Promise<Owner> {
  const { id, displayId } = await newAccount(nickname);
  return { accountId: accountId(id), displayId, name: new RegExp(nickname) };
}

/** The password of all seeded accounts. */
export const PASSWORD = 'jawhara-2026';

/** Dependencies to make tickets and keys, as the app's own server does. */
export const sessions = () => ({
  db: database(),
  now: () => new Date(),
  chance: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)),
});

/** Signs a visitor in and out, in one language. */
export class LoginPage {
  readonly page: Page;
  readonly language: Locale;

  constructor(page: Page, language: Locale) {
    this.page = page;
    this.language = language;
  }

  word(id: string): string {
    return wordIn(this.language, id);
  }

  /** Opens the path with the language in the link; later pages keep the language. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${path}${path.includes('?') ? '&' : '?'}lan=${this.language}`);
    await expect(this.page.locator('html')).toHaveAttribute('lang', this.language);
  }

  /** Opens a link with an account's session key and confirms the sign-in; the page then reloads, signed in. */
  async openWithKey(path: string, key: string): Promise<void> {
    await this.open(`${path}?session_key=${key}`);
    const pageReload = this.page.waitForEvent('load');
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: this.word('dlg.login.yes') })
      .click();
    await pageReload;
  }

  get submit(): Locator {
    return this.page.getByRole('button', { name: this.word('login.submit'), exact: true });
  }

  get idField(): Locator {
    return this.page.getByLabel(this.word('login.id'));
  }

  get passwordField(): Locator {
    return this.page.getByLabel(this.word('login.password'), { exact: true });
  }

  get facebook(): Locator {
    return this.page.getByRole('button', { name: this.word('login.facebook') });
  }

  async typePair(id: string, password: string): Promise<void> {
    await this.idField.fill(id);
    await this.passwordField.fill(password);
    await this.submit.click();
  }

  /** Facebook's own window, and the account chosen in it. */
  async byFacebook(name: RegExp | string): Promise<void> {
    const popup = this.page.waitForEvent('popup');
    await this.facebook.click();
    await (await popup).getByRole('button', { name }).click();
  }

  async byGoogle(name: RegExp | string): Promise<void> {
    const popup = this.page.context().waitForEvent('page');
    await this.page.frameLocator('.google-button iframe').getByRole('button').click();
    await (await popup).getByRole('button', { name }).click();
  }

  /** Checks that the pay screen has chosen the signed-in account as recipient. */
  async seeOwnAccount({ displayId }: Owner): Promise<void> {
    await expect(this.page).toHaveURL(/\/pay(?:\?|$)/);
    await expect(this.page.getByTestId('recipient-card')).toContainText(displayId);
  }

  chip({ name }: Owner): Locator {
    return this.page
      .getByRole('button', { name })
      .and(this.page.locator('.chip-button'))
      .filter({ visible: true });
  }

  /** Checks on the start page, which shows at every width who is signed in, that nobody is. */
  async seeNobody(): Promise<void> {
    await expect(this.page.locator('a.chip-button[href="/login"]').filter({ visible: true })).toBeVisible();
    // A page renders as a guest until its stored key is checked, and removes an invalid key only then.
    await expect.poll(() => this.readSessionKey()).toBeNull();
  }

  /** Logs out on the start page, which shows at every width who is signed in. */
  async logOut(owner: Owner, where: 'login.out' | 'login.outEverywhere'): Promise<void> {
    await this.page.goto('/');
    await this.chip(owner).click();
    // The chip changes at once, but the page reloads when the server has answered, which would interrupt a next step.
    const pageReload = this.page.waitForEvent('load');
    await this.page.getByRole('button', { name: this.word(where), exact: true }).click();
    await pageReload;
    await this.seeNobody();
  }

  /** The key in this browser's storage. */
  async readSessionKey(): Promise<string | null> {
    const storedLogin = await this.page.evaluate(() => localStorage.getItem('jawhara.login'));
    return storedLogin === null ? null : (JSON.parse(storedLogin) as { session_key: string }).session_key;
  }
}

/** A page in a separate browser context, without shared cookies. */
export async function otherDevice(context: BrowserContext, page: Page): Promise<Page> {
  const browser = context.browser();
  if (browser === null) throw new Error('the browser is gone');
  const viewport = page.viewportSize();
  const theirs = await browser.newContext({ baseURL: new URL(page.url()).origin, viewport, locale: 'ar-SA' });
  return theirs.newPage();
}
