import css from '../../styles/info.css?inline';
import chips from '../../styles/state-chip.css?inline';
import { ScreenStyle } from '../../ui/screen-style.tsx';

export function InfoStyle() {
  return (
    <>
      <ScreenStyle css={chips} />
      <ScreenStyle css={css} />
    </>
  );
}
