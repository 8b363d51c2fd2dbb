/** The table of channels in docs/security.md: requests by group, with their arguments. */
import { z } from 'zod';
import { eventNames, type RequestName, requestNames, requests } from '../../preload/channels.ts';

type Group = RequestName extends `${infer Name}.${string}` ? Name : never;

/** The worst that a compromised page can do with the requests of a group. */
const worstCases: Readonly<Record<Group, string>> = {
  app: 'It reads what the screens show, opens dialogs and the data folder, and delays closing by some seconds. Main asks in its own dialog before unsaved forms are lost.',
  batches: 'Batches pause or end, findings are forgotten, and picks start processing. Results and photographs stay.',
  cards: 'Photographs of a chosen folder are copied to chosen folders, over nothing, and added.',
  comparisons: 'At most 20 photographs are processed at two services, within limits and questions about costs.',
  costs:
    'A batch gets approval for its cost, which sends only what the user added. Names leave the ledger; amounts stay.',
  crashes: 'Crash reports are read as exported, written to a folder chosen in a dialog, or deleted.',
  details: 'Texts and keywords of photographs change. This can be undone.',
  display: 'A window that only shows photographs covers a second display. Esc closes it.',
  drafts: 'The built-in engine previews photographs. Nothing is sent or charged.',
  export: 'Results that Burnish wrote are copied or moved to a chosen folder, under free names. Originals stay.',
  folders: 'A chosen folder is watched with other settings, or not watched anymore. Files stay.',
  gallery: 'A gallery is written to a chosen folder. The choices in a client’s file that the user opened are imported.',
  intake: 'Photographs that the user chose are added with another recipe.',
  jobs: 'Jobs are held, ended, removed, or processed again by a paid service; uncertain ones are sent again. Originals of finished jobs move to a subfolder “Done”.',
  lists: 'The last action is undone or done again.',
  loupe: 'Decisions about results change. The engine looks for faces.',
  networks: 'A network of the catalog, up to 1 GB, is downloaded from its fixed address, or removed.',
  offline: 'Paths and names of disks are read, moved files are searched in a chosen folder, previews are deleted.',
  outputs: 'Waiting results go to a folder that the user chooses in a dialog.',
  photographs: 'Decisions change, originals move to “Done” and back, photographs are processed as with `jobs`.',
  presets: 'Rules for later checks change. Chosen files are measured, and a table is written to a chosen folder.',
  products: 'Photographs of a chosen folder are added by a list that the user chose (8 MB, 20,000 rows).',
  profiles:
    'Photographs go to another service. A stored key stays with the origin it was entered for, and is never read.',
  queue: 'Work pauses or resumes.',
  recipes:
    'Recipes change or are removed. A chosen photograph is previewed at a service, which may charge. A recipe file that the user chose is imported without paths.',
  results: 'Files that Burnish wrote, unchanged since, go to the system’s trash.',
  settings:
    'Settings change, but not those of `system`. Keys may go to a plain file from then on if the system has no key store.',
  studio:
    'Main’s own dialog confirms joining. Stations pause, drain or lose permissions; prices count; this computer leaves.',
  system: 'Main’s own dialogs confirm a proxy, certificates and a command. Start at login changes.',
  touch: 'It reads the pixels of an opened result. New versions are written next to it; its own go to the trash.',
  trials: 'The rest of a batch is processed, as the user added it or with another recipe.',
  updates: 'The feed of the build is asked. If a version is ready, the app restarts after main’s own questions.',
};

/** Longer argument lists are abbreviated. */
const maxArgumentCount = 4;

/** Returns `on, held` for `jobs.setHeld({ on, held })`. */
function argumentNames(name: RequestName): string {
  const { properties, anyOf } = z.toJSONSchema(requests[name].args, { unrepresentable: 'any', io: 'input' });
  const variants = [properties, ...(anyOf ?? []).map((each) => each.properties)];
  const names = [...new Set(variants.flatMap((each) => Object.keys(each ?? {})))];
  return names.length > maxArgumentCount ? [...names.slice(0, maxArgumentCount - 1), '…'].join(', ') : names.join(', ');
}

function row(group: Group, names: readonly RequestName[]): string {
  const requests = names.map((name) => `\`${name.slice(group.length + 1)}(${argumentNames(name)})\``);
  return `| \`${group}\` | ${requests.join(' ')} | ${worstCases[group]} |`;
}

/** Returns a row per group of requests, and the events that main sends. */
export function channelTable(): string {
  const groups = Map.groupBy(requestNames, (name) => name.slice(0, name.indexOf('.')) as Group);
  return [
    '| group | requests and their arguments | at worst |',
    '| --- | --- | --- |',
    ...[...groups].sort(([a], [b]) => a.localeCompare(b)).map(([group, names]) => row(group, names)),
    '',
    `Events to the page: ${eventNames.map((name) => `\`${name}\``).join(', ')}.`,
  ].join('\n');
}
