/** The scene of a round: photographs, other files, a recipe, and a data folder that has it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { type Recipe, recipeSchema } from '../../../contract/recipes/recipe.ts';
import { profileSchema } from '../../../contract/services/profile.ts';
import { openStore, type Store } from '../../../main/store/index.ts';
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import { marked } from './mark.ts';
import { type Photograph, padded, takePhotographs } from './photographs.ts';
import { targetsOf } from './targets.ts';

export interface Scene {
  readonly root: string;
  readonly data: string;
  /** The folder of photographs. */
  readonly source: string;
  /** The output folder. */
  readonly out: string;
  readonly photographs: readonly Photograph[];
  readonly recipe: Recipe;
  /** Other files, which must not change. */
  readonly others: readonly string[];
  readonly key: string;
  remove(): Promise<void>;
}

export interface SceneOptions {
  readonly steps: readonly (readonly [OperationId, Record<string, string | number>])[];
  readonly count: number;
  /** Share of copies among the photographs. */
  readonly twins?: number;
  /** Bytes added to each photograph. */
  readonly padding?: number;
  readonly output?: Partial<Recipe['output']>;
  /** The output folder: that of the photographs, below it, elsewhere, or on another file system. */
  readonly where: 'beside' | 'below' | 'elsewhere' | 'deep' | 'other-disk';
  /** Puts files of other programs under the names of results. */
  readonly bystanders?: boolean;
}

export const recipes = {
  cutout: [['portrait-background-removal', {}]],
  product: [['commodity-background-removal', {}]],
  slimming: [['smart-face-slimming', { slim_degree: 0.5 }]],
  retouched: [['face-beauty-pro', { whitening: 20 }]],
  heads: [['avatar-extraction', {}]],
  apparel: [['apparel-background-removal', { out_mode: 1, cloth_class: 'tops,shoes' }]],
  skin: [['smart-skin-advanced', { skin_brightening: 1 }]],
  lips: [['ai-red-lip-gloss', {}]],
  'beauty-task': [['smart-beauty', { beauty_level: 0.5, task_type: 'async' }]],
  eyebrows: [['ai-eyebrows', { resolution: '1K' }]],
  'retouched-cutout': [
    ['face-beauty-pro', { smoothing: 10 }],
    ['universal-background-removal', {}],
  ],
  'skin-cutout': [
    ['smart-skin-advanced', { smart_skin: 1 }],
    ['portrait-background-removal', {}],
  ],
  'slimming-skin': [
    ['smart-face-slimming', {}],
    ['smart-skin-advanced', { acne_removal: 1 }],
  ],
} as const satisfies Record<string, SceneOptions['steps']>;
export type RecipeName = keyof typeof recipes;

/** A file system in memory. */
const otherDisk = '/dev/shm';

export async function setScene(
  baseUrl: string,
  key: string,
  chance: SeededRandom,
  { steps, count, twins = 0, padding = 0, output, where, bystanders }: SceneOptions,
): Promise<Scene> {
  const root = await mkdtemp(join(tmpdir(), 'burnish-campaign-'));
  const hasOtherDisk = where === 'other-disk' && existsSync(otherDisk);
  const extra = hasOtherDisk ? await mkdtemp(join(otherDisk, 'burnish-campaign-')) : null;
  const source = join(root, 'Photos of May');
  await mkdir(source);
  const photographs = await takePhotographs(source, chance, { count, twins, padding });
  const out = {
    beside: source,
    below: join(source, 'finished'),
    elsewhere: join(root, 'finished é'),
    deep: join(root, 'share', 'finished é'),
    'other-disk': join(extra ?? root, 'finished'),
  }[where];
  const reference = join(root, 'reference.jpg');
  const referenceMark = { photograph: 8191, operation: 0, element: 0, serial: 0 };
  await writeFile(reference, padded(await marked(referenceMark).jpeg().toBuffer(), 0));
  const scene: Scene = {
    ...{ root, data: join(root, 'data'), source, out, photographs, key },
    recipe: createRecipe('campaign', 'Cut', steps, { reference, output: { ...output }, profileId: 'ledger' }),
    others: [reference, join(root, 'precious.txt')],
    remove: async () => {
      for (const folder of [root, extra]) if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  if (bystanders) await putBystanders(scene, chance, where === 'elsewhere' || where === 'other-disk');
  furnish(scene.data, scene.recipe, baseUrl, out);
  return scene;
}

/** Creates a data folder in which the recipe and the service are saved. */
export function furnish(data: string, recipe: Recipe, baseUrl: string, out: string): void {
  withStore(data, (store) => {
    const profile = profileSchema.parse({ id: 'ledger', kind: 'remote', name: 'Ledger', baseUrl });
    store.profiles.save(profile);
    store.recipes.save(recipe);
    // Not the built-in engine, because starting it takes time.
    store.settings.save({ defaultProfileId: profile.id, defaultRecipeId: recipe.id, outputFolder: out });
  });
}

/** Opens a data folder for a moment. */
export function withStore<T>(folder: string, work: (store: Store) => T): T {
  const store = openStore({ folder });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** Builds a recipe from steps with the parameters of the interface, where switches are numbers and lists are text. */
export function createRecipe(
  id: string,
  name: string,
  steps: SceneOptions['steps'],
  { reference = '', ...more }: { reference?: string; output: Partial<Recipe['output']>; profileId?: string },
): Recipe {
  const toParam = (param: string, value: string | number) => {
    if (/^(smart_skin|skin_brightening|acne_removal)$/.test(param)) return value === 1;
    return param === 'cloth_class' ? String(value).split(',') : value;
  };
  const parsed = steps.map(([operation, params]) => ({
    operation,
    params: Object.fromEntries(Object.entries(params).map(([param, value]) => [param, toParam(param, value)])),
    reference: operation === 'ai-eyebrows' ? reference : null,
  }));
  return recipeSchema.parse({ id, name, steps: parsed, ...more });
}

/** Puts files, links and pipes under the names of results, if the output folder is outside the photographs. */
async function putBystanders(scene: Scene, chance: SeededRandom, isOutside: boolean): Promise<void> {
  const precious = join(scene.root, 'precious.txt');
  await writeFile(precious, 'nobody writes here');
  if (!isOutside) return;
  await mkdir(scene.out, { recursive: true });
  await writeFile(join(scene.out, 'notes.txt'), 'bring the prints on Friday');
  await symlink(precious, join(scene.out, '.burnish-00000000-1-0.tmp'));
  for (const { folder, base } of targetsOf(scene)) {
    if (!chance.chance(0.25)) continue;
    await mkdir(folder, { recursive: true });
    for (const extension of ['.png', '.jpg']) {
      const path = join(folder, base + extension);
      // A path can be too long.
      if (!existsSync(path)) await putBystander(path, precious, chance).catch(() => undefined);
    }
  }
}

async function putBystander(path: string, precious: string, chance: SeededRandom): Promise<unknown> {
  switch (chance.below(6)) {
    case 0:
      return symlink(precious, path);
    case 1:
      return symlink(path, path);
    case 2:
      return spawnSync('mkfifo', [path]);
    case 3:
      return mkdir(path);
    default:
      return writeFile(path, `somebody else's ${chance.below(1e6)}`, { flag: 'wx' });
  }
}
