import type { ReactElement, ReactNode } from 'react';

const SVG = 'http://www.w3.org/2000/svg';

type Props = Readonly<Record<string, unknown>>;

function putOn(element: Element, name: string, value: unknown): void {
  if (typeof value === 'function')
    element.addEventListener(name.slice(2).toLowerCase(), value as EventListener);
  else if (value !== undefined && value !== null)
    element.setAttribute(name === 'className' ? 'class' : name, `${value as string | number | boolean}`);
}

/**
 * Renders components to HTML without React, for content that must be there before React is loaded. Works only for components
 * without hooks, `style` and boolean attributes (`disabled`). `pack-tiles.test.tsx` compares both renderings.
 */
export function drawPlain(node: ReactNode, into: Element): void {
  if (Array.isArray(node)) return node.forEach((one: ReactNode) => drawPlain(one, into));
  if (node === null || node === undefined || typeof node === 'boolean') return;
  if (typeof node !== 'object') return into.append(String(node));
  const { type, props } = node as ReactElement<Props>;
  const children = props['children'] as ReactNode;
  if (typeof type === 'function') return drawPlain((type as (props: Props) => ReactNode)(props), into);
  if (typeof type !== 'string') return drawPlain(children, into);
  const space = type === 'svg' ? SVG : into.namespaceURI;
  const element = document.createElementNS(space, type);
  for (const [name, value] of Object.entries(props)) if (name !== 'children') putOn(element, name, value);
  drawPlain(children, element);
  return into.append(element);
}
