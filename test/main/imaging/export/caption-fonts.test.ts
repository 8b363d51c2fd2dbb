import { expect, it } from 'vitest';
import { splitByFont } from '../../../../main/imaging/export/caption-fonts.ts';

const families = async (words: string) =>
  (await splitByFont(words)).map(({ text, font }) => [font?.id.replace(/-(\d+|[a-z]+(-ext)?)$/, '') ?? null, text]);
const fonts = async (words: string) => new Set((await families(words)).map(([font]) => font));

it('writes Latin, Greek and Cyrillic in one typeface', async () => {
  expect(await fonts('Ёлка Ωmega é Łódź')).toEqual(new Set(['inter']));
});

it.each([
  ['결혼식 사진', 'noto-sans-kr'],
  ['結婚式の写真', 'noto-sans-jp'],
  ['カメラ', 'noto-sans-jp'],
])('%s is written in %s throughout', async (words, family) => {
  const found = await fonts(words.replaceAll(' ', ''));
  expect(found).toEqual(new Set([family]));
});

it('writes each part of a mixed caption in a font that contains it', async () => {
  const runs = await splitByFont('DSC_1 결혼 (2)');
  expect(runs.map(({ text }) => text).join('')).toBe('DSC_1 결혼 (2)');
  expect(runs.every(({ font }) => font !== null)).toBe(true);
  expect(runs[0]?.font?.id).toBe('inter-latin');
});

it('composes decomposed letters of a file name', async () => {
  expect((await splitByFont('한글'.normalize('NFD'))).map(({ text }) => text).join('')).toBe('한글');
});

it("leaves other scripts and emoji to the system's fonts", async () => {
  const runs = await splitByFont('שלום 😀');
  expect(runs.map(({ font }) => font)).toEqual(runs.map(() => null));
});
