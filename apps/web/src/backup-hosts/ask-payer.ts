import { messages as home } from '../words/ar/home.po';
import { LOCALES, type Locale } from '@jawhara/domain';
import { addWords, word } from '../words/word.ts';
import '../words/english.ts';
import css from './ask-payer.css?inline';

addWords(home);

function element<Name extends 'main' | 'h1' | 'p' | 'button' | 'style'>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** Asks the visitor whether to continue the purchase of another host here. Drawn without React: nothing else is loaded yet. */
export async function isMeant(locale: Locale): Promise<boolean> {
  document.documentElement.lang = locale;
  document.documentElement.dir = LOCALES[locale].direction;
  document.head.append(element('style', css));
  const title = element('h1', word('browser.arriveTitle'));
  document.title = title.textContent;
  return new Promise((resolve) => {
    const answer = (testId: string, text: string, isYes: boolean): HTMLButtonElement => {
      const button = element('button', text);
      button.type = 'button';
      button.dataset['testid'] = testId;
      button.addEventListener('click', () => resolve(isYes));
      return button;
    };
    const page = element('main', '');
    page.append(
      title,
      element('p', word('browser.arriveBody')),
      answer('hand-over-yes', word('common.continue'), true),
      answer('hand-over-no', word('browser.arriveNo'), false),
    );
    document.body.replaceChildren(page);
    // The page was empty, so a screen reader starts at the question.
    title.tabIndex = -1;
    title.focus();
  });
}
