import css from '../styles/hero.css?inline';
import { ScreenStyle } from './screen-style.tsx';

/** The style of the dark area at the top of the start screen, the login and an invitation. Their own styles come after it. */
export function HeroStyle() {
  return <ScreenStyle css={css} />;
}
