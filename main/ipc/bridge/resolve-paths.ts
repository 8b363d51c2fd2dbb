/**
 * Resolves the paths in the arguments of every request before its handler runs: a path that is stored in the same place
 * may stay there, and a new one must have been granted.
 */
import type { ExportOptions } from '../../../contract/delivery/export.ts';
import type { Composition } from '../../../contract/recipes/composition.ts';
import { outputsOf } from '../../../contract/recipes/recipe.ts';
import { type PathRole, pathRoles } from '../../../contract/validation/path-grant.ts';
import { mapSchemaPaths } from '../../../contract/validation/schema-paths.ts';
import { type RequestArgs, type RequestName, requestNames, requests } from '../../../preload/channels.ts';
import type { Store } from '../../store/index.ts';
import type { Grants, ResolvePath, Sender } from './path-grants.ts';
import type { Handlers } from './request-handlers.ts';

type Lists = Pick<Store, 'folders' | 'recipes' | 'settings' | 'exportPresets'>;

/** Requests that spend no grant, because they keep no path, or only after main's own dialog has shown it. */
const readOnlyRequests: ReadonlySet<RequestName> = new Set([
  'recipes.preview',
  'recipes.compose',
  'recipes.backgroundPicture',
  'export.plan',
  'cards.plan',
  'studio.checkShare',
  'studio.join',
]);

/** Returns the handlers for the page: their arguments contain no path that the user has not chosen for that place. */
export function withResolvedPaths<H extends Partial<Handlers>>(handlers: H, grants: Grants, lists: Lists): H {
  type Handle = (args: unknown, sender: Sender) => unknown;
  const all: Partial<Record<RequestName, unknown>> = handlers;
  const resolved = requestNames.flatMap((name) => {
    const handle = all[name] as Handle | undefined;
    if (handle === undefined) return [];
    const handleResolved: Handle = (args, sender) => {
      const use = (read: ResolvePath) =>
        handle(resolvePaths(name, args as RequestArgs<typeof name>, lists, read), sender);
      return readOnlyRequests.has(name) ? use(grants.reader(sender)) : grants.spending(sender, use);
    };
    return [[name, handleResolved] as const];
  });
  return Object.fromEntries(resolved) as unknown as H;
}

/** @throws UserError if a path is neither stored for its role nor granted */
export function resolvePaths<N extends RequestName>(
  name: N,
  args: RequestArgs<N>,
  lists: Lists,
  read: ResolvePath,
): RequestArgs<N> {
  const readOne = (sent: string, role: PathRole) => read(sent, pathRoles[role], storedPaths[role](lists, idOf(args)));
  return mapSchemaPaths(requests[name].args, args, readOne) as RequestArgs<N>;
}

/**
 * Paths that the user has chosen for a role before. A recipe may be a copy, so the paths of all recipes count.
 * `id`: of the document in the arguments.
 */
const storedPaths: Readonly<Record<PathRole, (lists: Lists, id: string) => readonly (string | null)[]>> = {
  watched: ({ folders }, id) => [folders.get(id)?.path ?? null],
  watchOutput: ({ folders }, id) => [folders.get(id)?.outputFolder ?? null],
  recipeOutput: ({ recipes }) => recipes.list().flatMap((recipe) => outputsOf(recipe).map(({ folder }) => folder)),
  settingsOutput: ({ settings }) => [settings.read().outputFolder],
  export: (lists) => ['', ...savedExports(lists).map(({ folder }) => folder), ...knownFolders(lists)],
  gallery: (lists) => {
    const { lastGallery, lastExport } = lists.settings.read();
    return ['', lastGallery?.folder ?? null, lastExport?.folder ?? null, ...knownFolders(lists)];
  },
  cardSource: ({ settings }) => ['', settings.read().lastCopy?.from ?? null],
  cardCopies: (lists) => ['', ...knownFolders(lists)],
  reference: ({ recipes }) => recipes.list().flatMap(({ steps }) => steps.map(({ reference }) => reference)),
  background: (lists) => [
    ...lists.recipes.list().flatMap((recipe) => outputsOf(recipe).map(({ composition }) => pictureOf(composition))),
    ...savedExports(lists).map(({ rendering }) => pictureOf(rendering.composition)),
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

/** Returns the options of the last export and of all presets. */
function savedExports({ settings, exportPresets }: Lists): ExportOptions[] {
  const { lastExport } = settings.read();
  return [...(lastExport === null ? [] : [lastExport]), ...exportPresets.list().map(({ options }) => options)];
}

/** Returns every folder that the user has chosen for anything. */
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
