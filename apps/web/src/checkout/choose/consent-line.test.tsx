import '../../words/load-pay.ts';
import { expect, it } from 'vitest';
import { plain, render, screen } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { ConsentLine } from './consent-line.tsx';

it('the sentence of consent is whole, and its three documents are links', () => {
  const { container } = render(<ConsentLine />);
  expect(plain(container.textContent)).toBe(word('legal.consent'));
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['اتفاقية المستخدم', '/?page=agreement'],
    ['سياسة الخصوصية', '/?page=privacy'],
    ['سياسة الاسترداد', '/?page=refunds'],
  ]);
});
