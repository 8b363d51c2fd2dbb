/**
 * Draws a rating card as SVG with outlines of letters, so that it looks the same on every system. Constants only change
 * the look.
 *
 * Reading order: card-layout.ts (positions), typesetter.ts (lines), line-breaks.ts, typefaces.ts, glyphs.ts (letters),
 * languages.ts and words/.
 */
import sharp from 'sharp';
import type { Rect } from '../../pixels/plane.ts';
import type { Rating } from '../../vision/analysis/scores.ts';
import type { Box } from '../../vision/face/find-faces.ts';
import type { Photo } from '../../vision/photo/decode.ts';
import { type CardLayout, cardSize, dial, layOut, portrait, type RoleName } from './card-layout.ts';
import { type CardLanguage, cardWords } from './languages.ts';
import { Typesetter } from './typesetter.ts';

const colors = {
  paper: '#f6f6f6',
  ink: '#1f1f1f',
  soft: '#5c5c5c',
  faint: '#757575',
  line: '#dedede',
  copper: '#c0713a',
};
const ink: Record<RoleName, string> = {
  title: colors.soft,
  overall: colors.ink,
  outOf: colors.faint,
  headline: colors.ink,
  sentence: colors.soft,
  name: colors.ink,
  score: colors.ink,
  comment: colors.soft,
  note: colors.faint,
};
const barHeight = 6;
/** In face heights, for hair and some of the shoulders. */
const portraitHeight = 2.3;
/** Share of the portrait's height. */
const faceCenterY = 0.46;

/** Returns an opaque PNG of `cardSize`. */
export async function drawCard(photo: Photo, face: Box, rating: Rating, language: CardLanguage): Promise<Uint8Array> {
  const typesetter = await Typesetter.for(language);
  const layout = layOut(rating, cardWords[language], typesetter);
  const picture = await drawPortrait(photo, portraitRect(photo, face, portrait), portrait);
  return sharp(Buffer.from(svgOf(layout, typesetter)))
    .composite([{ input: picture, left: portrait.x, top: portrait.y }])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Returns the part of a photograph around the face, in the ratio of `shape`. */
export function portraitRect(
  photo: Pick<Photo, 'width' | 'height'>,
  face: Box,
  shape: { width: number; height: number },
): Rect {
  const ratio = shape.width / shape.height;
  const wanted = Math.max(face.height * portraitHeight, (face.width * portraitHeight * 0.8) / ratio);
  const height = Math.max(1, Math.round(Math.min(wanted, photo.height, photo.width / ratio)));
  const width = Math.max(1, Math.min(photo.width, Math.round(height * ratio)));
  const inside = (start: number, max: number) => Math.round(Math.min(Math.max(0, start), max));
  return {
    x: inside(face.left + face.width / 2 - width / 2, photo.width - width),
    y: inside(face.top + face.height / 2 - height * faceCenterY, photo.height - height),
    width,
    height,
  };
}

/** Fills transparent pixels with white. @param rect in px of the photograph */
async function drawPortrait(
  photo: Photo,
  rect: Rect,
  { width, height, radius }: { width: number; height: number; radius: number },
): Promise<Buffer> {
  const corners = `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}"/></svg>`;
  const part = await sharp(onWhite(photo), {
    raw: { width: photo.width, height: photo.height, channels: 3 },
    limitInputPixels: false,
  })
    .extract({ left: rect.x, top: rect.y, width: rect.width, height: rect.height })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .png()
    .toBuffer();
  return sharp(part)
    .ensureAlpha()
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer();
}

function onWhite({ rgb, alpha }: Photo): Uint8Array {
  if (!alpha) return rgb;
  return rgb.map((value, i) => Math.round(255 + ((value - 255) * alpha[Math.floor(i / 3)]!) / 255));
}

function svgOf({ texts, bars, rules, overall }: CardLayout, typesetter: Typesetter): string {
  const parts = [
    `<rect width="100%" height="100%" fill="${colors.paper}"/>`,
    drawDial(overall),
    ...rules.map(
      (y) =>
        `<rect x="${portrait.x}" y="${y}" width="${cardSize.width - 2 * portrait.x}" height="1" fill="${colors.line}"/>`,
    ),
    ...bars.map(
      ({ x, y, width, score }) =>
        drawBar(x, y, width, colors.line) + drawBar(x, y, (width * score) / 100, colors.copper),
    ),
    ...texts.map(({ role, text, x, y, anchor }) => typesetter.draw(text, x, y, ink[role], anchor)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">${parts.join('')}</svg>`;
}

function drawBar(x: number, y: number, width: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="${barHeight}" rx="${barHeight / 2}" fill="${fill}"/>`;
}

/** Closed at 100, clockwise from the top. */
function drawDial(score: number): string {
  const { x, y, radius, stroke } = dial;
  const circumference = 2 * Math.PI * radius;
  const ring = `cx="${x}" cy="${y}" r="${radius}" fill="none" stroke-width="${stroke}"`;
  return (
    `<circle ${ring} stroke="${colors.line}"/>` +
    `<circle ${ring} stroke="${colors.copper}" stroke-linecap="round" transform="rotate(-90 ${x} ${y})" ` +
    `stroke-dasharray="${((circumference * score) / 100).toFixed(2)} ${circumference.toFixed(2)}"/>`
  );
}
