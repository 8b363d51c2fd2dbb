/** The colours that programs mean by their labels: by name, in the languages of their users, and by number. */
import { controlCharacters, invisibleCharacters } from '../../../contract/validation/unsafe-characters.ts';

/** Index in the contract's `labels`. */
export type Color = 1 | 2 | 3 | 4 | 5;

/** By the number a label is stored as (`labels`), as they are written here: Lightroom's names in English. */
export const labelNames = [null, 'Red', 'Yellow', 'Green', 'Blue', 'Purple'] as const;

/**
 * Names of red, yellow, green, blue and purple, as programs come with them. Where a language has several words for a colour, all stand there: which
 * one is written has changed between versions. What a user has called a label is none of these, and has no colour here.
 */
const sets: readonly (readonly (readonly string[])[])[] = [
  // Lightroom's default set, which is written in the language of its menus; Capture One and digiKam have the same words in English.
  [['Red'], ['Yellow'], ['Green'], ['Blue'], ['Purple', 'Violet', 'Magenta']],
  [['Rot'], ['Gelb'], ['Grün'], ['Blau'], ['Lila', 'Violett', 'Purpur']],
  [['Rouge'], ['Jaune'], ['Vert'], ['Bleu'], ['Pourpre', 'Violet']],
  [['Rojo'], ['Amarillo'], ['Verde'], ['Azul'], ['Púrpura', 'Morado', 'Violeta']],
  [['Rosso'], ['Giallo'], ['Verde'], ['Blu'], ['Viola', 'Porpora']],
  [['Vermelho'], ['Amarelo'], ['Verde'], ['Azul'], ['Roxo', 'Púrpura', 'Violeta']],
  [['Rood'], ['Geel'], ['Groen'], ['Blauw'], ['Paars']],
  [['Röd'], ['Gul'], ['Grön'], ['Blå'], ['Lila']],
  [['Rød'], ['Gul'], ['Grøn', 'Grønn'], ['Blå'], ['Lilla']],
  [['Czerwony'], ['Żółty'], ['Zielony'], ['Niebieski'], ['Purpurowy', 'Fioletowy']],
  [['Красный'], ['Желтый', 'Жёлтый'], ['Зеленый', 'Зелёный'], ['Синий'], ['Фиолетовый', 'Пурпурный']],
  [
    ['レッド', '赤'],
    ['イエロー', '黄'],
    ['グリーン', '緑'],
    ['ブルー', '青'],
    ['パープル', '紫'],
  ],
  [
    ['빨강', '빨간색'],
    ['노랑', '노란색'],
    ['녹색', '초록', '초록색'],
    ['파랑', '파란색'],
    ['자주', '자주색', '보라', '보라색'],
  ],
  [['红色', '紅色'], ['黄色', '黃色'], ['绿色', '綠色'], ['蓝色', '藍色'], ['紫色']],
  // Bridge's own, and Lightroom's set "Bridge Default".
  [['Select'], ['Second'], ['Approved'], ['Review'], ['To Do']],
  // Lightroom's set "Review Status".
  [['To Delete'], ['Color Correction Needed'], ['Good to Use'], ['Retouching Needed'], ['To Print']],
  // Photo Mechanic's colour classes; superior (orange), typical alt (turquoise) and trash (grey) have no colour here.
  [['Winner Alt'], ['Superior Alt'], ['Typical'], ['Extras'], ['Winner']],
];

const isColor = (index: number): index is Color => index >= 1 && index <= 5;
/** On one line, and without what changes how the text around it reads. */
const lineOf = (name: string) =>
  name.replace(controlCharacters, ' ').replace(invisibleCharacters, '').replace(/\s+/g, ' ').trim();
/** The same word however its accents are written, and whatever the case. */
const plainly = (name: string) => lineOf(name).normalize('NFC').toLowerCase();

const byName = new Map(
  sets.flatMap((set) =>
    set.flatMap((names, index) => {
      const color = index + 1;
      return isColor(color) ? names.map((name) => [plainly(name), color] as const) : [];
    }),
  ),
);

/** The colour of a label by its name; 0 where it has none here. */
export function labelColorByName(name: string | null): Color | 0 {
  return byName.get(plainly(name ?? '')) ?? 0;
}

/** Characters of a name that are kept: programs offer room for a word or two. */
const maxLabelNameLength = 100;
/** What stands for no label at all: Photo Mechanic's class 0. */
const noLabel = 'none';

/** The name of a label that has no colour here, as it may be shown; '' where there is none. */
export function foreignLabelName(name: string | null): string {
  if (name === null || labelColorByName(name) !== 0 || plainly(name) === noLabel) return '';
  return [...lineOf(name)].slice(0, maxLabelNameLength).join('').trim();
}

/** Colours by the numbers that programs keep of their own: a word where it is none of ours. A number that is not listed means no colour. */
export const labelNumbers = {
  // src/common/colorlabels.h of darktable.
  darktable: { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5 },
  // ColorLabel of digiKam's core/libs/database/coredb: 6 is magenta.
  digikam: { 1: 1, 2: 'Orange', 3: 2, 4: 3, 5: 4, 6: 5, 7: 'Grey', 8: 'Black', 9: 'White' },
  // Photo Mechanic's classes, named above (ExifTool, tag names of PhotoMechanic), in the colours that it comes with.
  photoMechanic: { 1: 5, 2: 1, 3: 'Orange', 4: 2, 5: 3, 6: 'Turquoise', 7: 4, 8: 'Grey' },
} as const satisfies Readonly<Record<string, Readonly<Record<number, Color | string>>>>;
