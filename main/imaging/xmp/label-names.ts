/** Colors of labels in other programs, by name and number. */
import { controlCharacters, invisibleCharacters } from '../../../contract/validation/unsafe-characters.ts';

/** Index in the contract's `labels`. */
export type Color = 1 | 2 | 3 | 4 | 5;

/** Lightroom's English names by stored label number. */
export const labelNames = [null, 'Red', 'Yellow', 'Green', 'Blue', 'Purple'] as const;

/** Names of red, yellow, green, blue and purple, which vary between versions of a program. */
const labelSets: readonly (readonly (readonly string[])[])[] = [
  // Lightroom's default set by language; Capture One and digiKam use the English names.
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
  // Bridge, and Lightroom's set "Bridge Default".
  [['Select'], ['Second'], ['Approved'], ['Review'], ['To Do']],
  // Lightroom's set "Review Status".
  [['To Delete'], ['Color Correction Needed'], ['Good to Use'], ['Retouching Needed'], ['To Print']],
  // Photo Mechanic; superior (orange), typical alt (turquoise) and trash (gray) have no color here.
  [['Winner Alt'], ['Superior Alt'], ['Typical'], ['Extras'], ['Winner']],
];

const isColor = (index: number): index is Color => index >= 1 && index <= 5;
/** Removes characters that affect the text around a name. */
const toSingleLine = (name: string) =>
  name.replace(controlCharacters, ' ').replace(invisibleCharacters, '').replace(/\s+/g, ' ').trim();
const normalizeName = (name: string) => toSingleLine(name).normalize('NFC').toLowerCase();

const colorsByName = new Map(
  labelSets.flatMap((set) =>
    set.flatMap((names, index) => {
      const color = index + 1;
      return isColor(color) ? names.map((name) => [normalizeName(name), color] as const) : [];
    }),
  ),
);

export function labelColorByName(name: string | null): Color | 0 {
  return colorsByName.get(normalizeName(name ?? '')) ?? 0;
}

const maxLabelNameLength = 100;
/** Photo Mechanic's name for class 0. */
const noLabel = 'none';

/** Returns a displayable name of a label without a color, or ''. */
export function foreignLabelName(name: string | null): string {
  if (name === null || labelColorByName(name) !== 0 || normalizeName(name) === noLabel) return '';
  return [...toSingleLine(name)].slice(0, maxLabelNameLength).join('').trim();
}

/** Colors by programs' label numbers, or the names of other colors. */
export const labelNumbers = {
  // src/common/colorlabels.h of darktable
  darktable: { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5 },
  // ColorLabel in digiKam's core/libs/database/coredb: 6 is magenta
  digikam: { 1: 1, 2: 'Orange', 3: 2, 4: 3, 5: 4, 6: 5, 7: 'Grey', 8: 'Black', 9: 'White' },
  // Photo Mechanic's classes with default colors (ExifTool, PhotoMechanic tag names)
  photoMechanic: { 1: 5, 2: 1, 3: 'Orange', 4: 2, 5: 3, 6: 'Turquoise', 7: 4, 8: 'Grey' },
} as const satisfies Readonly<Record<string, Readonly<Record<number, Color | string>>>>;
