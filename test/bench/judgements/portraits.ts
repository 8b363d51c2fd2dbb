/** Portraits with known ages and labels, for calibration and its measures. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Labels that one person gave at 448 px, before any measurement. */
export type SeenName =
  | 'smile'
  | 'forehead_wrinkle'
  | 'glabella_wrinkle'
  | 'crows_feet'
  | 'eye_finelines'
  | 'nasolabial_fold'
  | 'eye_pouch'
  | 'acne'
  | 'mole'
  | 'skin_spot';

export interface Portrait {
  readonly name: string;
  readonly path: string;
  readonly sex: 'female' | 'male';
  /** Years in the prompt of the image model. */
  readonly age: number;
  /** 0 no, 1 yes; `smile` 2: wide and with teeth; absent if undecided. */
  readonly seen: Partial<Record<SeenName, number>>;
}

/**
 * @param folder holds `people.csv` (file, sex, age, country) and its files
 * @throws Error if the list or a column is missing
 */
export async function portraitsIn(folder: string): Promise<Portrait[]> {
  const seen = await readTable(new URL('./seen.csv', import.meta.url).pathname);
  const people = await readTable(join(folder, 'people.csv'));
  return people.map(({ file = '', sex, age }): Portrait => {
    if ((sex !== 'female' && sex !== 'male') || !Number(age))
      throw new Error(`people.csv says nothing usable of ${file}`);
    const name = file.replace(/\.[^.]*$/, '');
    const { portrait: _, marks = '-', ...signs } = seen.find(({ portrait }) => portrait === name) ?? {};
    // Moles, spots and freckles have one label.
    const labels = Object.entries({ ...signs, mole: marks, skin_spot: marks }).filter(([, value]) => value !== '-');
    const entries = labels.map(([sign, value]) => [sign, Number(value)]);
    return { name, path: join(folder, file), sex, age: Number(age), seen: Object.fromEntries(entries) };
  });
}

async function readTable(path: string): Promise<Record<string, string>[]> {
  const [head = '', ...lines] = (await readFile(path, 'utf8')).trim().split(/\r?\n/);
  const columns = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [columns[i]!, value])));
}
