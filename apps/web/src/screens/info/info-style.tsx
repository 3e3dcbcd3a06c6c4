import css from '../../styles/info.css?inline';
import { ScreenStyle } from '../../ui/screen-style.tsx';

export function InfoStyle() {
  return <ScreenStyle css={css} />;
}
