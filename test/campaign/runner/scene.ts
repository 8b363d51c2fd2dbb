/** The scene of a round: folders, photographs, files of other people, a recipe, and a data folder that knows it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { type Recipe, recipeSchema } from '../../../contract/recipes/recipe.ts';
import { profileSchema } from '../../../contract/services/profile.ts';
import { openStore } from '../../../main/store/index.ts';
import type { SeededRandom } from '../../helpers/seeded-random.ts';
import { marked } from './mark.ts';
import { type Photograph, padded, takePhotographs } from './photographs.ts';
import { targetsOf } from './targets.ts';

export interface Scene {
  /** Holds everything of the round but what lies in `extra`. */
  readonly root: string;
  readonly data: string;
  /** The folder that is named to the command. */
  readonly source: string;
  /** The folder for results. */
  readonly out: string;
  readonly photographs: readonly Photograph[];
  readonly recipe: Recipe;
  /** Files beside the photographs that nobody may change. */
  readonly others: readonly string[];
  readonly key: string;
  remove(): Promise<void>;
}

export interface SceneOptions {
  readonly steps: readonly (readonly [OperationId, Record<string, string | number>])[];
  readonly count: number;
  readonly twins?: number;
  readonly padding?: number;
  readonly output?: Partial<Recipe['output']>;
  /** Where results go: beside the photographs, in a folder below them, elsewhere, or on another file system. */
  readonly where: 'beside' | 'below' | 'elsewhere' | 'deep' | 'other-disk';
  /** Puts other people's files where results would go. */
  readonly bystanders?: boolean;
}

/** The recipes that campaigns carry out, by their steps. */
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

/** Memory that is a file system of its own, where there is one. */
const otherDisk = '/dev/shm';

export async function setScene(
  baseUrl: string,
  key: string,
  chance: SeededRandom,
  options: SceneOptions,
): Promise<Scene> {
  const root = await mkdtemp(join(tmpdir(), 'burnish-campaign-'));
  const hasOtherDisk = options.where === 'other-disk' && existsSync(otherDisk);
  const extra = hasOtherDisk ? await mkdtemp(join(otherDisk, 'burnish-campaign-')) : null;
  const source = join(root, 'Photos of May');
  await mkdir(source);
  const photographs = await takePhotographs(source, chance, {
    count: options.count,
    twins: options.twins ?? 0,
    padding: options.padding ?? 0,
  });
  const out = {
    beside: source,
    below: join(source, 'finished'),
    elsewhere: join(root, 'finished é'),
    deep: join(root, 'share', 'finished é'),
    'other-disk': join(extra ?? root, 'finished'),
  }[options.where];
  const reference = join(root, 'reference.jpg');
  await writeFile(
    reference,
    padded(await marked({ photograph: 8191, operation: 0, element: 0, serial: 0 }).jpeg().toBuffer(), 0),
  );
  const recipe = recipeSchema.parse({
    id: 'campaign',
    name: 'Cut',
    steps: options.steps.map(([operation, params]) => ({
      operation,
      params: paramsOf(params),
      reference: operation === 'ai-eyebrows' ? reference : null,
    })),
    output: { ...options.output },
    profileId: 'ledger',
  });
  const scene: Scene = {
    root,
    data: join(root, 'data'),
    source,
    out,
    photographs,
    recipe,
    others: [reference, join(root, 'precious.txt')],
    key,
    remove: async () => {
      for (const folder of [root, extra]) if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  if (options.bystanders)
    await putBystanders(scene, chance, options.where === 'elsewhere' || options.where === 'other-disk');
  furnish(scene.data, scene.recipe, baseUrl, out);
  return scene;
}

/** A data folder in which a window has saved the recipe and the service. */
export function furnish(data: string, recipe: Recipe, baseUrl: string, out: string): void {
  const store = openStore({ folder: data });
  try {
    const profile = profileSchema.parse({ id: 'ledger', kind: 'remote', name: 'Ledger', baseUrl });
    store.profiles.save(profile);
    store.recipes.save(recipe);
    // The built-in engine is not what is attacked here, and starting it takes time.
    store.settings.save({ defaultProfileId: profile.id, defaultRecipeId: recipe.id, outputFolder: out });
  } finally {
    store.close();
  }
}

/** Switches of a recipe are true and false; on the wire they are numbers. */
function paramsOf(params: Record<string, string | number>): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (/^(smart_skin|skin_brightening|acne_removal)$/.test(name)) return [name, value === 1];
      return [name, name === 'cloth_class' ? String(value).split(',') : value];
    }),
  );
}

/** Files, links and pipes under names that results would get, and others. `foreign` = no walk of the photographs meets them. */
async function putBystanders(scene: Scene, chance: SeededRandom, foreign: boolean): Promise<void> {
  const precious = join(scene.root, 'precious.txt');
  await writeFile(precious, 'nobody writes here');
  if (!foreign) return;
  await mkdir(scene.out, { recursive: true });
  await writeFile(join(scene.out, 'notes.txt'), 'bring the prints on Friday');
  await symlink(precious, join(scene.out, '.burnish-00000000-1-0.tmp'));
  for (const { folder, base } of targetsOf(scene)) {
    if (!chance.chance(0.25)) continue;
    await mkdir(folder, { recursive: true });
    for (const extension of ['.png', '.jpg']) await putBystander(join(folder, base + extension), precious, chance);
  }
}

async function putBystander(path: string, precious: string, chance: SeededRandom): Promise<void> {
  if (existsSync(path)) return;
  switch (chance.below(6)) {
    case 0:
      return symlink(precious, path).catch(() => undefined);
    case 1:
      // Leads back to itself.
      return symlink(path, path).catch(() => undefined);
    case 2:
      spawnSync('mkfifo', [path]);
      return;
    case 3:
      return mkdir(path).then(
        () => undefined,
        () => undefined,
      );
    default:
      return writeFile(path, `somebody else's ${chance.below(1e6)}`, { flag: 'wx' }).catch(() => undefined);
  }
}
