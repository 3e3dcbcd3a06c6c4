import { accountId, LOCALES, type AccountId, type Locale } from '@jawhara/domain';
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { database, newAccount } from './books.ts';
import { wordIn } from './word-in.ts';

/** What every login is walked in. */
export const LANGUAGES = Object.keys(LOCALES) as Locale[];

export interface Owner {
  readonly accountId: AccountId;
  readonly displayId: string;
  readonly name: RegExp;
}

export const NOURA: Owner = { accountId: accountId(1001), displayId: '5048213', name: /نورة/ };
export const AMAL: Owner = { accountId: accountId(1002), displayId: '3310457', name: /أمل/ };

/** Somebody whom no other journey signs in as, or logs out. */
export async function newOwner(nickname: string): Promise<Owner> {
  const { id, displayId } = await newAccount(nickname);
  return { accountId: accountId(id), displayId, name: new RegExp(nickname) };
}

/** Of everybody in the development data. */
export const PASSWORD = 'jawhara-2026';

/** What makes tickets and keys, as the app's own server has it. */
export const sessions = () => ({
  db: database(),
  now: () => new Date(),
  chance: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)),
});

/** What somebody does to become who they are, or nobody again, in one language. */
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

  /** A link names the language; the pages after it keep it. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${path}${path.includes('?') ? '&' : '?'}lan=${this.language}`);
    await expect(this.page.locator('html')).toHaveAttribute('lang', this.language);
  }

  /** A link with the key of somebody, where nobody is signed in: it asks, and after the yes the page begins anew as theirs. */
  async openWithKey(path: string, key: string): Promise<void> {
    await this.open(`${path}?session_key=${key}`);
    const begunAnew = this.page.waitForEvent('load');
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: this.word('dlg.login.yes') })
      .click();
    await begunAnew;
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

  /** Facebook's own window, and who is chosen in it. */
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

  /** Own account chosen on the pay screen: nothing was typed there. */
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

  /** The start page, where both widths show who is signed in, knows nobody. */
  async seeNobody(): Promise<void> {
    await expect(this.page.locator('a.chip-button[href="/login"]').filter({ visible: true })).toBeVisible();
    // A page is drawn for nobody until it has heard whose key it keeps, and forgets one that opens nothing only then.
    await expect.poll(() => this.keptKey()).toBeNull();
  }

  /** From the home page, where both widths show who is signed in. */
  async logOut(owner: Owner, where: 'login.out' | 'login.outEverywhere'): Promise<void> {
    await this.page.goto('/');
    await this.chip(owner).click();
    // The chip changes at once, the page begins anew when the server has answered: a step further before that would be cut off.
    const begunAnew = this.page.waitForEvent('load');
    await this.page.getByRole('button', { name: this.word(where), exact: true }).click();
    await begunAnew;
    await this.seeNobody();
  }

  /** The key as this browser keeps it. */
  async keptKey(): Promise<string | null> {
    const kept = await this.page.evaluate(() => localStorage.getItem('jawhara.login'));
    return kept === null ? null : (JSON.parse(kept) as { session_key: string }).session_key;
  }
}

/** Somebody else's browser, in the same room. */
export async function otherDevice(context: BrowserContext, page: Page): Promise<Page> {
  const browser = context.browser();
  if (browser === null) throw new Error('the browser is gone');
  const viewport = page.viewportSize();
  const theirs = await browser.newContext({ baseURL: new URL(page.url()).origin, viewport, locale: 'ar-SA' });
  return theirs.newPage();
}
