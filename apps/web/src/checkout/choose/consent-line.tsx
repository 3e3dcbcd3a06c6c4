import { Link } from '../../ui/navigation.tsx';
import { word } from '../../words/word.ts';

/** The sentence with its two documents as links. It is one sentence in the catalogue, so that a translator sees it whole. */
export function ConsentLine() {
  const agreement = word('footer.agreement');
  const privacy = word('footer.privacy');
  const [before = '', rest = ''] = word('legal.consent').split(agreement);
  const [between = '', after = ''] = rest.split(privacy);
  return (
    <p className="micro hint text-center">
      {before}
      <Link href="/?page=agreement">{agreement}</Link>
      {between}
      <Link href="/?page=privacy">{privacy}</Link>
      {after}
    </p>
  );
}
