import type { OrderInfo } from '@jawhara/contract';
import { LOCALES, orderNumber, usdText } from '@jawhara/domain';
import { formatDateTime } from '../../ui/format-time.ts';
import { balancedLines, isolatedLtr, isolatedName } from '../../words/isolate.ts';
import { pageLocale, word } from '../../words/word.ts';
import { paidTitle } from './paid-title.ts';

const WIDTH = 1080;
const HEIGHT = 1350;
const BYTES_MAX = 150_000;
const NAME_UNBROKEN_MAX = 16;
const FONT = "'Readex Pro', system-ui, sans-serif";
const COLOURS = {
  ground: '#0e1e26',
  glow: 'rgb(63 208 198 / 0.36)',
  lattice: 'rgb(95 224 212 / 0.12)',
} as const;
const INK = {
  light: '#f6f3ec',
  quiet: '#b9c9cc',
  dark: '#15202b',
  grey: '#46535f',
  dashes: '#d9d4c8',
} as const;

/** The gem's facets, in its own units of 208 by 192 from (16, 34). */
const FACETS = [
  ['#1fb3ac', 78, 46, 28, 100, 80, 100],
  ['#6fe6da', 78, 46, 120, 46, 80, 100],
  ['#a4f5ea', 120, 46, 80, 100, 160, 100],
  ['#d6fff8', 120, 46, 162, 46, 160, 100],
  ['#6fe6da', 162, 46, 160, 100, 212, 100],
  ['#056c70', 28, 100, 80, 100, 120, 214],
  ['#0b8f8d', 80, 100, 120, 100, 120, 214],
  ['#3fd0c6', 120, 100, 160, 100, 120, 214],
  ['#1fb3ac', 160, 100, 212, 100, 120, 214],
  ['rgb(111 230 218 / 0.55)', 120, 100, 140, 100, 120, 214],
  ['rgb(255 255 255 / 0.75)', 128, 56, 152, 56, 150, 74],
] as const;

/** A tile of the lattice, in its own units. */
const LATTICE =
  'M14 14h28v28H14zM28 8.2 47.8 28 28 47.8 8.2 28zM28 0v8.2M28 47.8V56M0 28h8.2M47.8 28H56M0 0l14 14M56 0 42 14M0 56l14-14M56 56 42 42';
const LATTICE_UNITS = 56;
const LATTICE_STEP = 112;

const MARK = {
  units: 96,
  letter: 'M23 25.5H71C43 26.5 19.5 39 19.5 60.5 19.5 80 42 88.5 75 82.5',
  gem: [
    ['#3fd0c6', 'M0-20-20 0H-8z'],
    ['#d6fff8', 'M0-20-8 0H8z'],
    ['#6fe6da', 'M0-20 8 0H20z'],
    ['#0b8f8d', 'M-20 0H-8L0 20z'],
    ['#1fb3ac', 'M-8 0H8L0 20z'],
    ['#3fd0c6', 'M8 0H20L0 20z'],
  ],
} as const;

type Pen = CanvasRenderingContext2D;

/** The lattice of stars behind everything, and the glow behind the gem. */
function drawGround(pen: Pen): void {
  pen.fillStyle = COLOURS.ground;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const glow = pen.createRadialGradient(WIDTH / 2, 480, 0, WIDTH / 2, 480, 520);
  glow.addColorStop(0, COLOURS.glow);
  glow.addColorStop(1, 'rgb(63 208 198 / 0)');
  pen.fillStyle = glow;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = COLOURS.lattice;
  const lattice = new Path2D(LATTICE);
  for (let x = 0; x < WIDTH; x += LATTICE_STEP) {
    for (let y = 0; y < HEIGHT; y += LATTICE_STEP)
      at(pen, { x, y, scale: LATTICE_STEP / LATTICE_UNITS }, () => pen.stroke(lattice));
  }
}

/** Runs `draw` with this corner as origin and in this scale. */
function at(pen: Pen, { x, y, scale }: { x: number; y: number; scale: number }, draw: () => void): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(scale, scale);
  draw();
  pen.restore();
}

/** Draws the mark and the name side by side, centred; the mark comes first in the direction of reading. */
function drawBrand(pen: Pen): void {
  const [size, gap, top] = [64, 16, 80];
  pen.font = `700 44px ${FONT}`;
  const name = word('brand.name');
  const width = size + gap + pen.measureText(name).width;
  const isRtl = pen.direction === 'rtl';
  const begin = WIDTH / 2 + (isRtl ? width / 2 : -width / 2);
  pen.textAlign = 'start';
  pen.fillStyle = INK.light;
  pen.fillText(name, begin + (size + gap) * (isRtl ? -1 : 1), 126);
  at(pen, { x: isRtl ? begin - size : begin, y: top, scale: size / MARK.units }, () => {
    pen.fillStyle = COLOURS.ground;
    pen.beginPath();
    pen.roundRect(0, 0, MARK.units, MARK.units, 24);
    pen.fill();
    at(pen, { x: 9.6, y: 8.6, scale: 0.8 }, () => {
      pen.strokeStyle = INK.light;
      pen.lineWidth = 12;
      pen.lineCap = 'round';
      pen.lineJoin = 'round';
      pen.stroke(new Path2D(MARK.letter));
      at(pen, { x: 57, y: 56.5, scale: 0.9 }, () => {
        const facets = MARK.gem.map(([colour, outline]) => ({ colour, shape: new Path2D(outline) }));
        for (const { colour, shape } of facets) {
          pen.fillStyle = colour;
          pen.fill(shape);
        }
      });
    });
  });
  pen.textAlign = 'center';
}

function drawGem(pen: Pen): void {
  const scale = 1.46;
  for (const [colour, ...points] of FACETS) {
    pen.beginPath();
    for (let i = 0; i < points.length; i += 2) {
      pen.lineTo(WIDTH / 2 + ((points[i] ?? 0) - 120) * scale, 136 + (points[i + 1] ?? 0) * scale);
    }
    pen.closePath();
    pen.fillStyle = colour;
    pen.fill();
  }
}

/** Splits a text into lines of this width at its blanks. */
function linesOf(pen: Pen, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const next of text.split(' ')) {
    const longer = lines.length === 0 ? next : `${lines.at(-1)} ${next}`;
    if (lines.length > 0 && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(next);
  }
  return balancedLines(lines);
}

function drawTitle(pen: Pen, title: string): void {
  pen.fillStyle = INK.light;
  pen.font = `700 64px ${FONT}`;
  const lines = linesOf(pen, title, 860);
  const top = lines.length === 1 ? 640 : 600;
  lines.slice(0, 3).forEach((line, nth) => pen.fillText(line, WIDTH / 2, top + nth * 84));
}

/** The label starts where reading starts; its value is at the other end, in its own direction. */
function drawPairs(pen: Pen, pairs: readonly (readonly [string, string])[]): void {
  const [left, right, top, rowHeight] = [120, 960, 744, 94];
  const [begin, end] = pen.direction === 'rtl' ? [right, left] : [left, right];
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.roundRect(72, top, WIDTH - 144, pairs.length * rowHeight + 36, 48);
  pen.fill();
  pairs.forEach(([label, value], nth) => {
    const y = top + 18 + nth * rowHeight + rowHeight / 2 + 12;
    pen.font = `400 34px ${FONT}`;
    pen.fillStyle = INK.grey;
    pen.textAlign = 'start';
    pen.fillText(label, begin, y);
    pen.font = `600 34px ${FONT}`;
    pen.fillStyle = INK.dark;
    pen.textAlign = 'end';
    pen.fillText(isolatedLtr(value), end, y);
    if (nth === 0) return;
    pen.strokeStyle = INK.dashes;
    pen.setLineDash([8, 8]);
    pen.beginPath();
    pen.moveTo(left, top + 18 + nth * rowHeight);
    pen.lineTo(right, top + 18 + nth * rowHeight);
    pen.stroke();
  });
  pen.setLineDash([]);
}

/** A short name stays on one line, because its blanks do not break. */
function unbroken(nickname: string): string {
  return nickname.length <= NAME_UNBROKEN_MAX ? nickname.replaceAll(' ', '\u00A0') : nickname;
}

function draw(pen: Pen, order: OrderInfo, hasArrived: boolean): void {
  drawGround(pen);
  pen.direction = LOCALES[pageLocale()].direction;
  drawBrand(pen);
  drawGem(pen);
  drawTitle(pen, paidTitle(order, hasArrived, isolatedName(unbroken(order.recipient.nickname))));
  drawPairs(pen, [
    [word('fine.account'), word('common.displayId', { id: order.recipient.displayId })],
    [word('receipt.amount'), usdText(order.priceUsdCents)],
    [word('receipt.time'), formatDateTime(order.createdAt)],
    [word('receipt.order'), orderNumber(order.orderId)],
  ]);
  pen.textAlign = 'center';
  pen.fillStyle = INK.quiet;
  pen.font = `400 32px ${FONT}`;
  pen.fillText(word('brand.tagline'), WIDTH / 2, 1270);
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, 0.9));
}

/** The receipt as a picture to share: what arrived, for whom, under which number, and no card data. */
export async function receiptPicture(order: OrderInfo, hasArrived: boolean): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas here');
  const letters = word('brand.name');
  await Promise.all([400, 600, 700].map((weight) => document.fonts.load(`${weight} 40px ${FONT}`, letters)));
  draw(pen, order, hasArrived);
  const png = await blobOf(canvas, 'image/png');
  const picture = png !== null && png.size <= BYTES_MAX ? png : await blobOf(canvas, 'image/jpeg');
  if (picture === null) throw new Error('the canvas gave no picture');
  const ending = picture.type === 'image/png' ? 'png' : 'jpg';
  return new File([picture], `${orderNumber(order.orderId)}.${ending}`, { type: picture.type });
}
