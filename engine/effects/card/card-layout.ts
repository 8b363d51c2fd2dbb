/**
 * Positions and type of a rating card, in px of the card, y down. They may be changed while a test finds that every text
 * fits in every language.
 */
import type { Rating } from '../../vision/analysis/scores.ts';
import { bandOf, type MeasureName, measureNames } from '../../vision/analysis/scores.ts';
import type { SetText, TextBox, TextStyle, Typesetter } from './typesetter.ts';
import type { CardWords } from './words/card-words.ts';

export const cardSize = { width: 1080, height: 1350 } as const;
const margin = 72;
export const portrait = { x: margin, y: margin, width: 456, height: 570, radius: 20 } as const;
export const dial = { x: 788, y: 318, radius: 130, stroke: 14 } as const;

/** Next to the portrait. */
const sideColumn = { x: dial.x, width: 400 };
const column = { width: 440, gap: cardSize.width - 2 * margin - 2 * 440 };
const rows = { first: 720, step: 166 };
const noteBox = { width: cardSize.width - 2 * margin, y: 1264 };

type Role = { style: TextStyle; box: TextBox };
const roles = {
  title: { style: { size: 30, weight: 400, leading: 1.25 }, box: { width: sideColumn.width, lines: 1, minSize: 22 } },
  overall: { style: { size: 104, weight: 600, leading: 1 }, box: { width: 220, lines: 1, minSize: 104 } },
  outOf: { style: { size: 22, weight: 400, leading: 1.3 }, box: { width: 170, lines: 1, minSize: 16 } },
  headline: { style: { size: 44, weight: 600, leading: 1.2 }, box: { width: sideColumn.width, lines: 1, minSize: 30 } },
  sentence: {
    style: { size: 24, weight: 400, leading: 1.45 },
    box: { width: sideColumn.width, lines: 2, minSize: 20 },
  },
  name: { style: { size: 27, weight: 600, leading: 1.2 }, box: { width: column.width - 80, lines: 1, minSize: 22 } },
  score: { style: { size: 27, weight: 600, leading: 1.2 }, box: { width: 70, lines: 1, minSize: 27 } },
  comment: { style: { size: 22, weight: 400, leading: 1.42 }, box: { width: column.width, lines: 2, minSize: 19 } },
  note: { style: { size: 18, weight: 400, leading: 1.5 }, box: { width: noteBox.width, lines: 2, minSize: 15 } },
} as const satisfies Record<string, Role>;
export type RoleName = keyof typeof roles;

/** `y` is the first baseline. */
export type Placed = { role: RoleName; text: SetText; x: number; y: number; anchor: 'start' | 'middle' };
export type Bar = { name: MeasureName; x: number; y: number; width: number; score: number };
export type CardLayout = { texts: Placed[]; bars: Bar[]; rules: number[]; overall: number };

function setText(role: RoleName, text: string, typesetter: Typesetter): SetText {
  const { style, box } = roles[role];
  return typesetter.set(text, style, box);
}

export function layOut({ overall, scores }: Rating, words: CardWords, typesetter: Typesetter): CardLayout {
  const texts: Placed[] = [];
  const put = (role: RoleName, text: string, x: number, y: number, anchor: Placed['anchor'] = 'start') => {
    const placed = { role, text: setText(role, text, typesetter), x, y, anchor };
    texts.push(placed);
    return placed.text;
  };
  const { headline, sentence } = words.verdicts[bandOf(overall)];
  put('title', words.title, sideColumn.x, portrait.y + 58, 'middle');
  put('overall', String(overall), sideColumn.x, dial.y + 26, 'middle');
  put('outOf', words.outOf, sideColumn.x, dial.y + 72, 'middle');
  put('headline', headline, sideColumn.x, 540, 'middle');
  put('sentence', sentence, sideColumn.x, 590, 'middle');
  const bars = measureNames.map((name, index) => {
    const x = margin + (index % 2) * (column.width + column.gap);
    const y = rows.first + Math.floor(index / 2) * rows.step;
    const score = scores[name];
    put('name', words.measures[name].name, x, y);
    const number = setText('score', String(score), typesetter);
    put('score', String(score), x + column.width - number.width, y);
    put('comment', words.measures[name][bandOf(score)], x, y + 64);
    return { name, x, y: y + 18, width: column.width, score };
  });
  put('note', words.note, cardSize.width / 2, noteBox.y, 'middle');
  return { texts, bars, rules: [noteBox.y - 48], overall };
}
