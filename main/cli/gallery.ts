/** `burnish gallery` and `burnish picks`: a gallery for a client from the command line, and what the client sends back. */
import { type GalleryOptions, galleryOptionsSchema, type PicksPlan } from '../../preload/contract/desk/gallery.ts';
import { type Message, type Sentence, say } from '../../preload/contract/sentence.ts';
import { inWords } from '../../preload/in-words.ts';
import { makeTargetFolder } from '../desk/export/target-folder.ts';
import { makeGallery } from '../desk/gallery/make-gallery.ts';
import { planPicks } from '../desk/gallery/plan-picks.ts';
import { readPicks } from '../desk/gallery/read-picks.ts';
import { patiently } from '../store/index.ts';
import { queryOf } from './chosen.ts';
import { counted } from './counted.ts';
import { type ExportCommand, folderOf, printReport } from './export.ts';
import { printableJson, terminalLine } from './printable.ts';
import { readOptions } from './read-options.ts';
import { UsageError } from './recipe-words.ts';
import { type CommonOptions, type ExitCode, openSession } from './session.ts';

export interface GalleryCommand extends CommonOptions, Pick<ExportCommand, 'batch' | 'picked' | 'search'> {
  readonly to: string;
  readonly zip?: boolean;
  readonly title?: string;
  readonly studio?: string;
  readonly message?: string;
  readonly captions?: string;
  readonly side?: string;
  readonly before?: boolean;
}

/** Ends with 1 where anything is not in it. @throws UsageError for options that mean nothing */
export async function gallery(command: GalleryCommand): Promise<ExitCode> {
  const options = optionsOf(command);
  if (options.folder === '') throw new UsageError(say('cli.export.noFolder'));
  const session = await openSession(command, null);
  const { core } = session.app;
  try {
    await makeTargetFolder(options.folder);
    const query = queryOf(command);
    const report = await makeGallery({ query, except: [] }, options, core.galleries, session.interrupted);
    const { path, done, failed, failedCount, withoutBefore, ending, trouble } = report;
    if (command.json) printReport(report);
    else {
      for (const { message } of failed) console.error(terminalLine(message));
      if (trouble !== null) console.error(terminalLine(trouble));
      if (path !== null) for (const line of counted(done, 'cli.gallery.done')) console.log(terminalLine(line));
      if (path !== null) console.log(terminalLine(path));
      for (const line of counted(withoutBefore, 'cli.gallery.withoutBefore')) console.error(terminalLine(line));
      for (const line of counted(failedCount, 'cli.gallery.failed')) console.error(terminalLine(line));
      if (ending === 'stopped') console.error(terminalLine(say('cli.end.stopped')));
    }
    return failedCount > 0 || ending !== 'whole' ? 1 : 0;
  } finally {
    await session.close();
  }
}

export interface PicksCommand extends CommonOptions {
  readonly dryRun?: boolean;
}

/** Ends with 1 where not everything in the file could be taken over. @throws SaidError where it is no file of choices */
export async function picks(file: string, command: PicksCommand): Promise<ExitCode> {
  const session = await openSession(command, null);
  const { store } = session;
  try {
    const read = await readPicks(file);
    const { plan, ids, changeOf } = planPicks(read, store, inWords(say('desk.picks.nobody')));
    const isDone = command.dryRun !== true;
    const steps = isDone ? await patiently(() => store.photographs.decideEach(ids, changeOf), session.interrupted) : [];
    if (command.json) console.log(printableJson({ ...plan, changed: steps.length }));
    else {
      for (const line of planLines(plan)) console.log(terminalLine(line));
      const count = isDone ? steps.length : plan.changes;
      const told = counted(count, isDone ? 'cli.picks.changed' : 'cli.picks.wouldChange');
      for (const line of told.length > 0 ? told : [say('cli.picks.nothing')]) console.log(terminalLine(line));
    }
    return plan.unknown + plan.gone + plan.noRoom.length > 0 ? 1 : 0;
  } finally {
    await session.close();
  }
}

function planLines(plan: PicksPlan): Message[] {
  const { title, madeAt, client, savedAt, picked, starred, commented, overwritten, unknown, gone, noRoom } = plan;
  const from = { title, made: { at: madeAt }, client: client || inWords(say('desk.picks.nobody')) };
  const names = (key: 'cli.picks.overwrites' | 'cli.picks.noRoom', of: readonly string[]): Sentence[] =>
    of.length === 0 ? [] : [say(key, { names: of })];
  return [
    savedAt === null ? say('cli.picks.from', from) : say('cli.picks.fromAt', { ...from, saved: { at: savedAt } }),
    ...counted(picked, 'cli.picks.picked'),
    ...counted(starred, 'cli.picks.starred'),
    ...counted(commented, 'cli.picks.commented'),
    ...names('cli.picks.overwrites', overwritten.names),
    ...names('cli.picks.noRoom', noRoom),
    ...counted(gone, 'cli.picks.gone'),
    ...counted(unknown, 'cli.picks.unknown'),
    ...[...plan.goneNames, ...plan.unknownIds].map((name) => `  ${name}`),
  ];
}

function optionsOf(command: GalleryCommand): GalleryOptions {
  const { zip, title, studio, message, captions, side, before } = command;
  const given = {
    ...{ folder: folderOf(command.to), zip, title, studio, message, captions, before },
    longestSide: side === undefined ? undefined : Number(side),
  };
  return readOptions(galleryOptionsSchema, given, say('cli.gallery.options'), {
    folder: 'to',
    title: 'title',
    studio: 'studio',
    message: 'message',
    captions: 'captions',
    longestSide: 'side',
  });
}
