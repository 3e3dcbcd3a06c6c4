import css from '../../styles/home.css?inline';
import { ScreenStyle } from '../../ui/screen-style.tsx';

export function HomeStyle() {
  return <ScreenStyle css={css} />;
}
