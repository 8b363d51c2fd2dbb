/** Text in this computer's fonts, for scripts that ours lack: Arabic, Hebrew, Thai, emoji. */
import { sharp } from '../../../formats/lazy-sharp.ts';

export interface SystemFontText {
  /** Null if this computer cannot draw text. */
  readonly png: Buffer | null;
  /** Advance width with blanks, dots. */
  readonly width: number;
  /** Distance of the baseline from the picture's top, dots. */
  readonly rise: number;
}

/**
 * Known letters around the text, because drawn text is cropped to its ink: two before it to measure letter spacing, one
 * after it. They run from left to right, like captions.
 */
const [prefix, suffix] = ['HH', 'H'];

/** @param size of the letters, points. @param scale dots per point */
export async function drawSystemFontText(text: string, size: number, scale: number): Promise<SystemFontText> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  try {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="#222222">${prefix}${escaped}${suffix}</span>`,
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
