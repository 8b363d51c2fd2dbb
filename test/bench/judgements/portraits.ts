/** The folder of portraits that judgements are calibrated on and measured with: what is stated of each, and what was seen on it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What somebody saw on the face, 448 px wide, before anything was measured; absent where they could not tell. */
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
  /** Name of the file, without its ending. */
  readonly name: string;
  readonly path: string;
  readonly sex: 'female' | 'male';
  /** Years, as the image model was asked for. */
  readonly age: number;
  /** 0 no, 1 yes; `smile` has 2 where the smile is wide and shows teeth. */
  readonly seen: Partial<Record<SeenName, number>>;
}

/**
 * @param folder holds `people.csv` (file, sex, age, country) and its files
 * @throws Error when the list or a column of it is not there
 */
export async function portraitsIn(folder: string): Promise<Portrait[]> {
  const seen = await readTable(new URL('./seen.csv', import.meta.url).pathname);
  const people = await readTable(join(folder, 'people.csv'));
  return people.map(({ file = '', sex, age }): Portrait => {
    if ((sex !== 'female' && sex !== 'male') || !Number(age))
      throw new Error(`people.csv says nothing usable of ${file}`);
    const name = file.replace(/\.[^.]*$/, '');
    const { portrait: _, marks = '-', ...signs } = seen.find(({ portrait }) => portrait === name) ?? {};
    // Moles, spots and freckles were not told apart.
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
