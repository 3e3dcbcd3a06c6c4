import { MOBILE_LAYOUT_WIDTH_MAX_PX } from '@jawhara/domain';

export type Layout = 'mobile' | 'pc';

export function layoutOf(widthPx: number): Layout {
  return widthPx > MOBILE_LAYOUT_WIDTH_MAX_PX ? 'pc' : 'mobile';
}

/** Both layouts are the same markup; the class chooses. */
export function putLayoutClass(layout: Layout): void {
  for (const element of [document.documentElement, document.body])
    element.classList.toggle('pc', layout === 'pc');
}

/** A resize that crosses the border starts the page anew. Returns the way to stop watching. */
export function watchLayout(reload: () => void): () => void {
  const layout = layoutOf(innerWidth);
  putLayoutClass(layout);
  const onResize = (): void => {
    if (layoutOf(innerWidth) !== layout) reload();
  };
  addEventListener('resize', onResize);
  return () => removeEventListener('resize', onResize);
}
