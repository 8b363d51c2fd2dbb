/** Text drawn with this computer's fonts, which shape scripts that ours do not have: Arabic, Hebrew, Thai, emoji. */
import { sharp } from '../../../formats/lazy-sharp.ts';

export interface SystemFontText {
  /** Null where this computer cannot draw at all. */
  readonly png: Buffer | null;
  /** From where the text begins to where the next begins, blanks with it; dots. */
  readonly width: number;
  /** From the picture's top to the line that letters stand on; dots. */
  readonly rise: number;
}

/**
 * What is drawn is cut to its ink. Letters of which the place is known stand around the text, and are cut off again: two before it, which
 * tell how far letters are apart, and one behind it. They run from left to right, as the caption does.
 */
const [before, behind] = ['HH', 'H'];

/** @param size of the letters, points @param scale dots per point */
export async function drawSystemFontText(text: string, size: number, scale: number): Promise<SystemFontText> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  try {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="#222222">${before}${escaped}${behind}</span>`,
        font: `sans ${size}`,
        dpi: Math.round(scale * 72),
        rgba: true,
      },
    })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const hasInk = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 0x20;
    const rows = Array.from({ length: height }, (_, y) => y);
    const columnHasInk = (x: number) => rows.some((y) => hasInk(x, y));
    const next = (from: number, isInk: boolean) => {
      let x = from;
      while (x < width && columnHasInk(x) !== isInk) x += 1;
      return x;
    };
    const first = next(0, true);
    const letter = next(first, false) - first;
    const second = next(first + letter, true);
    const letterSpacing = second - first - letter;
    const rise = rows.findLastIndex((y) => hasInk(first, y)) + 1;
    const left = second + letter + Math.floor(letterSpacing / 2);
    const inner = Math.max(1, width - first - letter - Math.ceil(letterSpacing / 2) - left);
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .extract({ left, top: 0, width: inner, height })
      .png()
      .toBuffer();
    return { png, width: inner, rise };
  } catch {
    return { png: null, width: size * scale * 0.6, rise: 0 };
  }
}
