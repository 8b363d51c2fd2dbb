/** The paths of every request, read before its handler sees any: what is stored in a place may stay there, a new one must have been granted. */

import type { ExportOptions } from '../../contract/delivery/export.ts';
import type { Composition } from '../../contract/recipes/composition.ts';
import { outputsOf } from '../../contract/recipes/recipe.ts';
import { type PathRole, pathRoles } from '../../contract/validation/path-grant.ts';
import { mapSchemaPaths } from '../../contract/validation/schema-paths.ts';
import { type RequestArgs, type RequestName, requestNames, requests } from '../../preload/channels.ts';
import type { Store } from '../store/index.ts';
import type { Grants, ResolvePath, Sender } from './path-grants.ts';
import type { Handlers } from './register-handlers.ts';

type Lists = Pick<Store, 'folders' | 'recipes' | 'settings' | 'exportPresets'>;

/** Requests that keep nothing of what they look at, or only once a dialog of main's own has named it: a grant is not spent by them. */
const onlyLooking: ReadonlySet<RequestName> = new Set([
  'recipes.preview',
  'recipes.compose',
  'recipes.backgroundPicture',
  'export.plan',
  'cards.plan',
  'studio.checkShare',
  'studio.join',
]);

/** `handlers` as the page reaches them: their arguments hold no path that the user has not chosen for that place. */
export function resolvingPaths<H extends Partial<Handlers>>(handlers: H, grants: Grants, lists: Lists): H {
  type Handle = (args: unknown, sender: Sender) => unknown;
  const all: Partial<Record<RequestName, unknown>> = handlers;
  const guarded = requestNames.flatMap((name) => {
    const handle = all[name] as Handle | undefined;
    if (handle === undefined) return [];
    const asPage: Handle = (args, sender) => {
      const use = (read: ResolvePath) =>
        handle(resolvePaths(name, args as RequestArgs<typeof name>, lists, read), sender);
      return onlyLooking.has(name) ? use(grants.reader(sender)) : grants.spending(sender, use);
    };
    return [[name, asPage] as const];
  });
  return Object.fromEntries(guarded) as unknown as H;
}

/** @throws Refusal where a path was sent that is neither stored there nor granted */
export function resolvePaths<N extends RequestName>(
  name: N,
  args: RequestArgs<N>,
  lists: Lists,
  read: ResolvePath,
): RequestArgs<N> {
  const readOne = (sent: string, place: PathRole) => read(sent, pathRoles[place], storedIn[place](lists, idOf(args)));
  return mapSchemaPaths(requests[name].args, args, readOne) as RequestArgs<N>;
}

/**
 * What the user has chosen for a place before. A recipe may be a copy of another one: what any of them has in the same place
 * was chosen for that place. `id`: of the document that is sent.
 */
const storedIn: Readonly<Record<PathRole, (lists: Lists, id: string) => readonly (string | null)[]>> = {
  watched: ({ folders }, id) => [folders.get(id)?.path ?? null],
  watchOutput: ({ folders }, id) => [folders.get(id)?.outputFolder ?? null],
  recipeOutput: ({ recipes }) => recipes.list().flatMap((recipe) => outputsOf(recipe).map(({ folder }) => folder)),
  settingsOutput: ({ settings }) => [settings.read().outputFolder],
  export: (lists) => ['', ...exportsKept(lists).map(({ folder }) => folder), ...knownFolders(lists)],
  gallery: (lists) => {
    const { lastGallery, lastExport } = lists.settings.read();
    return ['', lastGallery?.folder ?? null, lastExport?.folder ?? null, ...knownFolders(lists)];
  },
  cardSource: ({ settings }) => ['', settings.read().lastCopy?.from ?? null],
  cardCopies: (lists) => ['', ...knownFolders(lists)],
  reference: ({ recipes }) => recipes.list().flatMap(({ steps }) => steps.map(({ reference }) => reference)),
  background: (lists) => [
    ...lists.recipes.list().flatMap((recipe) => outputsOf(recipe).map(({ composition }) => pictureOf(composition))),
    ...exportsKept(lists).map(({ rendering }) => pictureOf(rendering.composition)),
  ],
  share: (lists) => [
    ...(lists.settings.read().studio?.shares ?? []).map(({ folder }) => folder),
    ...knownFolders(lists),
  ],
  studioCertificates: ({ settings }) => ['', settings.read().studio?.certificates ?? null],
};

function idOf(document: unknown): string {
  return (document as { readonly id?: string }).id ?? '';
}

function pictureOf(composition: Composition | null): string | null {
  return composition?.background.kind === 'picture' ? composition.background.path : null;
}

/** How it was exported last, and what was given a name. */
function exportsKept({ settings, exportPresets }: Lists): ExportOptions[] {
  const { lastExport } = settings.read();
  return [...(lastExport === null ? [] : [lastExport]), ...exportPresets.list().map(({ options }) => options)];
}

/** Every folder the user has chosen for something. */
export function knownFolders({
  folders,
  recipes,
  settings,
}: Pick<Lists, 'folders' | 'recipes' | 'settings'>): string[] {
  const { outputFolder, lastCopy } = settings.read();
  return [
    outputFolder,
    ...(lastCopy === null ? [] : [lastCopy.to, lastCopy.second]),
    ...folders.list().flatMap(({ path, outputFolder }) => [path, outputFolder]),
    ...recipes.list().flatMap((recipe) => outputsOf(recipe).map(({ folder }) => folder)),
  ].filter((folder) => folder !== null);
}
