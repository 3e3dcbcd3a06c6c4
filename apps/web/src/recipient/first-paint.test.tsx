import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { storedRecipient } from '../browser/storage/recipients.ts';
import { createPageScope, PageScopeContext } from '../page-scope.ts';
import { RecipientSection } from './recipient-section.tsx';
import { NO_FACE_QUESTION } from './test/no-face-question.ts';
import { useRecipient } from './use-recipient.ts';

const firstPaint = readFileSync('apps/web/public/first-paint.js', 'utf8');
const css = readFileSync('apps/web/src/styles/recipient.css', 'utf8');

/** Runs the script first-paint.js, whose text the build writes into each page, with all globals that it may use. */
function paintFirst(): void {
  const { document, localStorage, innerWidth, addEventListener, location, setTimeout } = window;
  const page = {
    window,
    document,
    localStorage,
    innerWidth,
    addEventListener,
    location,
    setTimeout,
  };
  runInNewContext(firstPaint, page);
}

function visitorAtFirstPaint(): string | undefined {
  delete document.documentElement.dataset['visitor'];
  paintFirst();
  return document.documentElement.dataset['visitor'];
}

beforeEach(() => localStorage.clear());

it('the prerendered page holds both the id field for a new visitor and the card for a returning one', () => {
  function Section() {
    return <RecipientSection chosen={useRecipient()} confirmation={NO_FACE_QUESTION} />;
  }
  const html = renderToString(
    <PageScopeContext value={createPageScope()}>
      <Section />
    </PageScopeContext>,
  );
  expect(html).toContain('card only-new');
  expect(html).toContain('recipient-id');
  expect(html).toContain('card only-returning');
  for (const name of ['only-new', 'only-returning']) expect(css).toContain(`.${name}`);
});

it('the page of a visitor with a stored recipient is marked as that of a returning visitor before the first paint', () => {
  expect(visitorAtFirstPaint()).toBeUndefined();
  storedRecipient.write({
    accountId: 7 as never,
    displayId: '5048213' as never,
    nickname: 'N',
    iconUrl: null,
  });
  expect(visitorAtFirstPaint()).toBe('returning');
});

it('the web fonts wait for the page load on a first visit, and are used at once after they were fetched', async () => {
  const usesFont = (): boolean => document.documentElement.classList.contains('own-font');
  document.documentElement.classList.remove('own-font');
  paintFirst();
  expect(usesFont()).toBe(false);
  dispatchEvent(new Event('load'));
  await vi.waitFor(() => expect(usesFont()).toBe(true));
  document.documentElement.classList.remove('own-font');
  localStorage.setItem('jawhara.font', 'fetched');
  paintFirst();
  expect(usesFont()).toBe(true);
});
