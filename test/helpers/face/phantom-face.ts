/** A woman in front of a house whose windows, pillar and porch resemble a face larger than hers. */
import sharp from 'sharp';
import { sample } from '../photograph/photographs.ts';

/** Width and height of the scene as drawn, px. */
const [drawnWidth, drawnHeight] = [800, 640];
/** Her photograph: head, shoulders and suit. */
const person = { left: 70, top: 0, width: 320, height: 400 };
const personWidth = 240;

type Bar = readonly [x: number, y: number, width: number, height: number, color: string];

/** Roof, wall, two windows with lintel and frame, pillar, porch. One of many random drawings, chosen because the detector takes it for a face. */
const house: readonly Bar[] = [
  [0, 0, drawnWidth, drawnHeight, '#202b36'],
  [282, 11, 466, 155, '#17100c'],
  [307, 42, 416, 499, '#b2a8a4'],
  ...[363, 563].flatMap((x): Bar[] => [
    [x, 119, 104, 11, '#17100c'],
    [x + 9, 141, 86, 55, '#dfddda'],
    [x + 15, 145, 74, 47, '#1b2028'],
  ]),
  [492, 210, 46, 104, '#c3bab6'],
  [452, 405, 127, 18, '#592d26'],
];

/** The house in an 800 x 640 scene, slightly out of focus. */
async function drawHouse(): Promise<Buffer> {
  const bars = house.map(([x, y, width, height, color]) => {
    return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${color}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${drawnWidth}" height="${drawnHeight}">${bars.join('')}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().blur(5).png().toBuffer();
}

/** The house alone. @param width of the PNG in px */
export async function houseWithFace(width: number): Promise<Buffer> {
  return sharp(await drawHouse())
    .resize(width)
    .png()
    .toBuffer();
}

/** The scene at `width` px. She is in its lower left corner, left of `houseLeft` (part of the width). */
export async function womanBeforeHouse(width: number): Promise<Buffer> {
  const woman = await sharp(sample('astronaut')).extract(person).resize(personWidth).png().toBuffer();
  const top = drawnHeight - (personWidth * person.height) / person.width;
  const scene = await sharp(await drawHouse())
    .composite([{ input: woman, left: 10, top }])
    .png()
    .toBuffer();
  return sharp(scene).resize(width).png().toBuffer();
}

/** No part of the house is left of this part of the width. */
export const houseLeft = 282 / drawnWidth;
